import { useEffect } from 'react'
import * as v from 'valibot'
import { callApi } from '#app/lib/network/call-api.ts'
import { createExternalStore, useExternalStore } from '#app/lib/platform/store.ts'
import { registerPersonalStore } from '#app/lib/session/personal-data.ts'
import { onSessionEnd, getSessionToken } from '#app/lib/session/session.ts'
import { checkin, MAX_PORTRAITS_PER_CALL, type Roster } from '#contract/checkin'
import { writeSealed, readSealed } from '../sealed-storage/sealed-storage.ts'
import { ROSTER_READ_PARAMS } from './queries.ts'

const NAME = 'faces'
/** The maximum number of photos on a phone; a photo has at most 4 KB. */
const MOST = 1500

const Portraits = v.record(v.string(), v.string())
/** Small photos, JPEG as base64, by their names in the roster. */
type Portraits = Readonly<Record<string, string>>

const store = createExternalStore<Portraits>({})
const forget = () => store.set({})
registerPersonalStore({ clear: forget })
onSessionEnd(forget)

/** Returns the names of the roster's photos, up to the maximum that a phone stores. */
export const listPortraitNames = ({ residents }: Roster): string[] =>
  residents.flatMap(({ face }) => face ?? []).slice(0, MOST)

let queue: Promise<boolean> = Promise.resolve(true)

/**
 * Downloads the missing photos of this roster, sealed like the roster, and deletes all other
 * photos. If a student has withdrawn the consent, the roster no longer names that student's photo.
 * Resolves to true when all photos are stored.
 */
export function syncPortraits(roster: Roster): Promise<boolean> {
  // Calls run one after the other, because two at once would overwrite each other's result.
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
    // Requests are sent one after the other, so that the photos already received are kept if the
    // next request fails. oxlint-disable-next-line no-await-in-loop
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

/**
 * Runs `syncPortraits` for the roster stored on this phone. Resolves to whether all photos are
 * stored.
 */
export async function syncCachedRosterPortraits(): Promise<boolean> {
  const kept = v.safeParse(
    ROSTER_READ_PARAMS.entry.output.schema,
    await readSealed(ROSTER_READ_PARAMS.name),
  )
  return kept.success && syncPortraits(kept.output.roster)
}

/** Returns the stored photos, and downloads the missing ones of this roster. */
export function usePortraits(roster: Roster | undefined): Portraits {
  useEffect(() => void (roster && syncPortraits(roster)), [roster])
  return useExternalStore(store)
}
