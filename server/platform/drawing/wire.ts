import * as v from 'valibot'

export const Wish = v.object({
  /** The page's one address, below the base path. */
  path: v.string(),
  language: v.picklist(['zh', 'en']),
  /** The campus's time, ms. */
  now: v.number(),
})
/** The page that is wanted. */
export type Wish = v.InferOutput<typeof Wish>

/** What the app's screens answer: HTML or JSON that can stand in a page as it is. */
export const Drawing = v.object({
  title: v.string(),
  html: v.string(),
  handedOver: v.string(),
  /** The address that most go on to from here; it can stand in a header as it is. */
  next: v.optional(v.pipe(v.string(), v.regex(/^[\w/-]+$/))),
})

const Drawn = v.object({
  ...Drawing.entries,
  /** The rules of all style sheets that are of use in it. */
  styles: v.string(),
})
/** A page as a stranger sees it. */
export type Drawn = v.InferOutput<typeof Drawn>

/** What a page asks this backend for. */
export const Asked = v.object({
  address: v.pipe(v.string(), v.startsWith('/')),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
})
export type Asked = v.InferOutput<typeof Asked>

export const Answered = v.object({
  status: v.number(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.string(),
})
export type Answered = v.InferOutput<typeof Answered>

/** What the thread is started with. */
export const Start = v.object({
  /** The file that draws. */
  program: v.string(),
  /** The block of settings that the page carries. */
  settings: v.string(),
  /** All style sheets. */
  styles: v.string(),
  /** The HTML that stands behind every page. */
  beside: v.string(),
})
export type Start = v.InferOutput<typeof Start>

/** What the thread is told. */
export const Told = v.variant('type', [
  v.object({ type: v.literal('draw'), wish: Wish }),
  v.object({ type: v.literal('answered'), id: v.number(), answer: Answered }),
])

/** What it says. */
export const Said = v.variant('type', [
  v.object({ type: v.literal('asked'), id: v.number(), asked: Asked }),
  v.object({ type: v.literal('drawn'), drawn: v.optional(Drawn) }),
])
