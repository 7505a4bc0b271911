import { clear, get, set } from 'idb-keyval'
import { createKeyValueStore } from './key-value-store.ts'

/**
 * What a page last showed on this phone, as HTML that needs no script. The page writes it, the
 * worker puts it into the next answer for the same address: words are there before the app's large
 * files have run. It lies in a database of its own that an unbinding removes with all other copies.
 */
export interface PageSnapshot {
  /**
   * The content of #root, without anything that may not be true any more; `LINE` stands where a line
   * about the network goes.
   */
  readonly html: string
  /** How old it is, in words. */
  readonly age: string
  /** The rules that it needs, as CSS: with sheets of their own the words would wait for each. */
  readonly css: string
  /** The addresses of the sheets that they are of; all of this build, or it is not used. */
  readonly styles: readonly string[]
  /** Attributes of the document's root: language, theme, text size. */
  readonly root: Readonly<Record<string, string>>
  /** From then on it says too little of today, ms. */
  readonly until: number
}

/** The place of the line about the network. */
export const NETWORK_LINE_PLACEHOLDER = '<!--line-->'

const store = createKeyValueStore('baodao-seen', 'frames')

/** Keep what a page shows. `path` is its address without query. */
export const savePageSnapshot = (path: string, frame: PageSnapshot): Promise<void> =>
  set(path, frame, store)

/** What a page last showed; undefined where there is nothing that may be shown now. */
export async function readPageSnapshot(
  path: string,
  now: number,
): Promise<PageSnapshot | undefined> {
  const frame = await get<PageSnapshot>(path, store)
  return frame !== undefined && now < frame.until ? frame : undefined
}

/** Forget what all pages showed. */
export const deletePageSnapshots = (): Promise<void> => clear(store)
