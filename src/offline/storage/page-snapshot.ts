import { clear, get, set } from 'idb-keyval'
import { createKeyValueStore } from './key-value-store.ts'

/**
 * The last content of a page on this phone, as HTML that needs no script. The page writes the
 * snapshot. The worker inserts it into the next response for the same address, so that the content
 * is visible before the app's large files have run. Snapshots are stored in their own database,
 * which unbinding deletes like all other copies.
 */
export interface PageSnapshot {
  /**
   * The content of #root, without anything that might no longer be true. `NETWORK_LINE_PLACEHOLDER`
   * marks the place of the line about the network.
   */
  readonly html: string
  /** The text that states the age of the snapshot. */
  readonly age: string
  /**
   * The CSS rules that the snapshot needs, inline, because external style sheets would delay the
   * content.
   */
  readonly css: string
  /**
   * The URLs of the style sheets from which the rules were taken. The snapshot is used only if all
   * of these style sheets belong to this build.
   */
  readonly styles: readonly string[]
  /** The attributes of the document's root element: language, theme, text size. */
  readonly root: Readonly<Record<string, string>>
  /** The time at which the snapshot expires, ms since the epoch. */
  readonly until: number
}

/** Marks the place of the line about the network in a snapshot. */
export const NETWORK_LINE_PLACEHOLDER = '<!--line-->'

const store = createKeyValueStore('baodao-seen', 'frames')

/** Stores the snapshot of a page. `path` is its URL path without the query. */
export const savePageSnapshot = (path: string, frame: PageSnapshot): Promise<void> =>
  set(path, frame, store)

/**
 * Reads the snapshot of a page; undefined if there is none, or if it has expired at `now` (ms since
 * the epoch).
 */
export async function readPageSnapshot(
  path: string,
  now: number,
): Promise<PageSnapshot | undefined> {
  const frame = await get<PageSnapshot>(path, store)
  return frame !== undefined && now < frame.until ? frame : undefined
}

/** Deletes the snapshots of all pages. */
export const deletePageSnapshots = (): Promise<void> => clear(store)
