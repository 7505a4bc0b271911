/** A set of files that only some phones precache, besides the app itself. */
export type PrecachePack = 'newcomer' | 'student' | 'staff'

/**
 * The values of `offlineFor` in a route file, each with the packs that contain the route's files.
 * Files for everybody are in no pack.
 */
export const PACKS_BY_OFFLINE_AUDIENCE = {
  everybody: undefined,
  bound: ['newcomer', 'student', 'staff'],
  students: ['newcomer', 'student'],
  newcomers: ['newcomer'],
  /** Students who did not enter this year. */
  seniors: ['student'],
  staff: ['staff'],
  /** A page without a use offline. The worker caches its files when they are first used. */
  nobody: [],
  /**
   * Students for whom the campus has made forms. The preparation for offline use requests the files,
   * and the worker caches them.
   */
  formHolders: [],
} as const satisfies Readonly<Record<string, readonly PrecachePack[] | undefined>>

/** The people for whom a page opens offline; every route file states it. */
export type OfflineAudience = keyof typeof PACKS_BY_OFFLINE_AUDIENCE

/** A file that the worker precaches, as listed by the build. */
export interface PrecachedFile {
  readonly url: string
  /**
   * SHA-256 of the content in the format of `hashFile`; a response that does not match is not
   * cached.
   */
  readonly hash: string
  /**
   * The names of the packs that contain the file. Absent: everybody precaches the file. Empty: the
   * file is cached when it is first used.
   */
  readonly packs?: readonly string[]
}
