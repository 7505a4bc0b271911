import { clear, get, set } from 'idb-keyval'
import { createKeyval } from './keyval.ts'

/**
 * What a page last showed on this phone, as HTML that needs no script. The page writes it, the
 * worker puts it into the next answer for the same address: words are there before the app's large
 * files have run. It lies in a database of its own that an unbinding removes with all other copies.
 */
export interface FirstFrame {
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
export const LINE = '<!--line-->'

const store = createKeyval('baodao-seen', 'frames')

/** Keep what a page shows. `path` is its address without query. */
export const keepFrame = (path: string, frame: FirstFrame): Promise<void> => set(path, frame, store)

/** What a page last showed; undefined where there is nothing that may be shown now. */
export async function frameOf(path: string, now: number): Promise<FirstFrame | undefined> {
  const frame = await get<FirstFrame>(path, store)
  return frame !== undefined && now < frame.until ? frame : undefined
}

/** Forget what all pages showed. */
export const forgetFrames = (): Promise<void> => clear(store)
