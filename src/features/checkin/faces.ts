import { useEffect } from 'react'
import * as v from 'valibot'
import { call } from '#app/lib/call.ts'
import { keepsPersonal } from '#app/lib/personal.ts'
import { onSessionEnd, token } from '#app/lib/session.ts'
import { createStore, useStore } from '#app/lib/store.ts'
import { checkin, MOST_FACES, type Roster } from '#contract/checkin'
import { ROSTER } from './scanner.ts'
import { putAway, takeOut } from './sealed.ts'

const NAME = 'faces'
/** What a phone carries at most, 4 KB each. */
const MOST = 1500

const Faces = v.record(v.string(), v.string())
/** Small photos, JPEG as base64, by the names that the roster gives them. */
type Faces = Readonly<Record<string, string>>

const here = createStore<Faces>({})
const forget = () => here.set({})
keepsPersonal({ close: forget })
onSessionEnd(forget)

/** How many faces this roster names, as far as a phone carries them. */
export const namedFaces = ({ residents }: Roster): string[] =>
  residents.flatMap(({ face }) => face ?? []).slice(0, MOST)

let turn: Promise<boolean> = Promise.resolve(true)

/**
 * See that the faces of this roster are on the phone, sealed as the roster is, and no others: who
 * took the consent back is named no longer, and the face goes. Answers whether all are here.
 */
export function bringFaces(roster: Roster): Promise<boolean> {
  // One after the other: two at once would each write down what they know.
  turn = turn.then(() => bring(namedFaces(roster))).catch(() => false)
  return turn
}

async function bring(names: readonly string[]): Promise<boolean> {
  const whose = token()
  if (whose === undefined) return false
  const had = v.safeParse(Faces, await takeOut(NAME))
  if (token() !== whose) return false
  let faces: Faces = had.success ? had.output : {}
  const wanted = new Set(names)
  const gone = Object.keys(faces).some((face) => !wanted.has(face))
  faces = Object.fromEntries(Object.entries(faces).filter(([face]) => wanted.has(face)))
  here.set(faces)
  if (gone) await putAway(NAME, faces)
  const missing = names.filter((face) => faces[face] === undefined)
  for (let from = 0; from < missing.length; from += MOST_FACES) {
    const asked = missing.slice(from, from + MOST_FACES)
    // One after the other: what came is kept if the next one does not.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await call(checkin.faces, { faces: asked })
    if (outcome.type !== 'ok' || token() !== whose) return false
    faces = {
      ...faces,
      ...Object.fromEntries(outcome.data.faces.map(({ face, jpeg }) => [face, jpeg])),
    }
    here.set(faces)
    // oxlint-disable-next-line no-await-in-loop
    await putAway(NAME, faces)
  }
  return true
}

/** The same for the roster that is on this phone. */
export async function seeFaces(): Promise<void> {
  const kept = v.safeParse(ROSTER.entry.output.schema, await takeOut(ROSTER.name))
  if (kept.success) await bringFaces(kept.output.roster)
}

/** The faces that are on this phone; those of this roster are brought. */
export function useFaces(roster: Roster | undefined): Faces {
  useEffect(() => void (roster && bringFaces(roster)), [roster])
  return useStore(here)
}
