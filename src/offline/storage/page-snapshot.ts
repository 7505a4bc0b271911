import { clear, get, set } from 'idb-keyval'
import { createKeyValueStore } from './key-value-store.ts'

/**
 * The last content of a page on this phone, as HTML that needs no script. The page writes it, and
 * the worker inserts it into the next response for the same address, so that content is visible
 * before the app's large files have run. It is stored in a database of its own, which unbinding
 * deletes with all other copies.
 */
export interface PageSnapshot {
  /**
   * The content of #root, without anything that may no longer be true; `NETWORK_LINE_PLACEHOLDER`
   * marks the position of the line about the network.
   */
  readonly html: string
  /** The text that states its age. */
  readonly age: string
  /** The CSS rules that it needs, inline: external style sheets would delay the content. */
  readonly css: string
  /**
   * The URLs of the style sheets that the rules come from; the snapshot is used only if all of them
   * belong to this build.
   */
  readonly styles: readonly string[]
  /** Attributes of the document's root: language, theme, text size. */
  readonly root: Readonly<Record<string, string>>
  /** The snapshot is not used from this time on, ms since the epoch. */
  readonly until: number
}

/** Marks the position of the line about the network. */
export const NETWORK_LINE_PLACEHOLDER = '<!--line-->'

const store = createKeyValueStore('baodao-seen', 'frames')

/** Stores the snapshot of a page. `path` is its URL path without the query. */
export const savePageSnapshot = (path: string, frame: PageSnapshot): Promise<void> =>
  set(path, frame, store)

/**
 * Reads the snapshot of a page; undefined if there is none that may be shown at `now` (ms since the
 * epoch).
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
