/** A bundle of files that only some phones keep, beside the app itself. */
export type PrecachePack = 'newcomer' | 'student' | 'staff'

/**
 * Whose phone keeps what, in the words of the route files, and the packs that hold it; what
 * everybody keeps is in none.
 */
export const OFFLINE_FOR = {
  everybody: undefined,
  bound: ['newcomer', 'student', 'staff'],
  students: ['newcomer', 'student'],
  newcomers: ['newcomer'],
  /** Students who did not enter this year. */
  seniors: ['student'],
  staff: ['staff'],
  /** Of no use without a network: the worker keeps it once it was used. */
  nobody: [],
} as const satisfies Readonly<Record<string, readonly PrecachePack[] | undefined>>

/** For whom a page opens without a network; every route file says it. */
export type OfflineFor = keyof typeof OFFLINE_FOR

/** A file that the worker keeps, as the build lists it. */
export interface PrecachedFile {
  readonly url: string
  /** Changes with the content. */
  readonly revision: string
  /** SHA-256 of the content, as `hashFile` spells it: what does not fit it is not kept. */
  readonly hash: string
  /** The packs that hold it, by name; absent: everybody's; none: it is kept once it was used. */
  readonly packs?: readonly string[]
}
