import { useEffect } from 'react'
import * as v from 'valibot'
import { callApi } from '#app/lib/network/call-api.ts'
import { createStore, useStore } from '#app/lib/platform/store.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { onSessionEnd, getSessionToken } from '#app/lib/session/session.ts'
import { checkin, MAX_PORTRAITS_PER_CALL, type Roster } from '#contract/checkin'
import { writeSealed, readSealed } from '../sealed-storage/sealed-storage.ts'
import { ROSTER_READ } from './queries.ts'

const NAME = 'faces'
/** What a phone carries at most, 4 KB each. */
const MOST = 1500

const Portraits = v.record(v.string(), v.string())
/** Small photos, JPEG as base64, by the names that the roster gives them. */
type Portraits = Readonly<Record<string, string>>

const store = createStore<Portraits>({})
const forget = () => store.set({})
registerPersonalStore({ clear: forget })
onSessionEnd(forget)

/** How many faces this roster names, as far as a phone carries them. */
export const listPortraitNames = ({ residents }: Roster): string[] =>
  residents.flatMap(({ face }) => face ?? []).slice(0, MOST)

let queue: Promise<boolean> = Promise.resolve(true)

/**
 * See that the faces of this roster are on the phone, sealed as the roster is, and no others: who
 * took the consent back is named no longer, and the face goes. Answers whether all are here.
 */
export function syncPortraits(roster: Roster): Promise<boolean> {
  // One after the other: two at once would each write down what they know.
  queue = queue.then(() => replacePortraits(listPortraitNames(roster))).catch(() => false)
  return queue
}

async function replacePortraits(names: readonly string[]): Promise<boolean> {
  const whose = getSessionToken()
  if (whose === undefined) return false
  const had = v.safeParse(Portraits, await readSealed(NAME))
  if (getSessionToken() !== whose) return false
  let portraits: Portraits = had.success ? had.output : {}
  const wanted = new Set(names)
  const gone = Object.keys(portraits).some((face) => !wanted.has(face))
  portraits = Object.fromEntries(Object.entries(portraits).filter(([face]) => wanted.has(face)))
  store.set(portraits)
  if (gone) await writeSealed(NAME, portraits)
  const missing = names.filter((face) => portraits[face] === undefined)
  for (let from = 0; from < missing.length; from += MAX_PORTRAITS_PER_CALL) {
    const asked = missing.slice(from, from + MAX_PORTRAITS_PER_CALL)
    // One after the other: what came is kept if the next one does not.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await callApi(checkin.faces, { faces: asked })
    if (outcome.type !== 'ok' || getSessionToken() !== whose) return false
    portraits = {
      ...portraits,
      ...Object.fromEntries(outcome.data.faces.map(({ face, jpeg }) => [face, jpeg])),
    }
    store.set(portraits)
    // oxlint-disable-next-line no-await-in-loop
    await writeSealed(NAME, portraits)
  }
  return true
}

/** The same for the roster that is on this phone. */
export async function syncCachedRosterPortraits(): Promise<void> {
  const kept = v.safeParse(ROSTER_READ.entry.output.schema, await readSealed(ROSTER_READ.name))
  if (kept.success) await syncPortraits(kept.output.roster)
}

/** The faces that are on this phone; those of this roster are brought. */
export function usePortraits(roster: Roster | undefined): Portraits {
  useEffect(() => void (roster && syncPortraits(roster)), [roster])
  return useStore(store)
}
