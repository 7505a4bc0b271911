import * as v from 'valibot'
import { readCacheNote, writeCacheNote } from '#app/lib/cache/cached-query.ts'
import { getLastChangeTime } from '#app/lib/cache/query-client.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import type { Session } from '#app/lib/session/session.ts'
import { readBuildId } from '#app/lib/worker/build-id.ts'
import { fingerprintPayload } from '#offline/outbox/fingerprint'

/**
 * A note that everything a person needs offline was on this phone. While it is current, a start
 * neither loads the code that prepares the phone nor reads the copies.
 */
const PreparedNote = v.object({
  /** For whom and for which build and texts the phone was prepared, as a fingerprint. */
  what: v.string(),
  /** When it was prepared, ms since the epoch. */
  at: v.number(),
  /** Until when no copy has to be fetched again, ms since the epoch. */
  reads: v.number(),
  /** The same for the student's pass. */
  pass: v.number(),
})

const NAME = 'prepared'

/** Until when the copies and the pass are current, ms since the epoch. */
export type PreparedUntil = Pick<v.InferOutput<typeof PreparedNote>, 'reads' | 'pass'>

// Another build, person or version of the school's texts can need other reads. They are only
// compared, so nothing about the person is written down once more.
const fingerprintNeeds = (session: Session | null) =>
  fingerprintPayload([readBuildId(), appConfig.content, session?.person, session?.isNew])

/** Notes that this phone is prepared. */
export const writePreparedNote = (session: Session | null, until: PreparedUntil): Promise<void> =>
  writeCacheNote(NAME, { what: fingerprintNeeds(session), at: Date.now(), ...until })

/**
 * Until when this phone is prepared for this person. Undefined if it is not, or if this phone has
 * changed something at the university or its clock was set back since.
 */
export async function readPreparedNote(
  session: Session | null,
): Promise<PreparedUntil | undefined> {
  const note = v.safeParse(PreparedNote, await readCacheNote(NAME))
  if (!note.success || note.output.what !== fingerprintNeeds(session)) return undefined
  const { at } = note.output
  return getLastChangeTime() < at && at <= Date.now() ? note.output : undefined
}
