import * as v from 'valibot'

export const RenderRequest = v.object({
  /** The page's one address, below the base path. */
  path: v.string(),
  language: v.picklist(['zh', 'en']),
  /** The campus's time, ms. */
  now: v.number(),
})
/** The page to render. */
export type RenderRequest = v.InferOutput<typeof RenderRequest>

/** What the app's screens answer: HTML or JSON that can stand in a page as it is. */
export const AppRenderOutput = v.object({
  title: v.string(),
  html: v.string(),
  hydrationData: v.string(),
  /** The address that most go on to from here; it can stand in a header as it is. */
  nextAddress: v.optional(v.pipe(v.string(), v.regex(/^[\w/-]+$/))),
})

const RenderOutput = v.object({
  ...AppRenderOutput.entries,
  /** The rules of all style sheets that are of use in it. */
  styles: v.string(),
})
/** A page as a signed-out visitor sees it. */
export type RenderOutput = v.InferOutput<typeof RenderOutput>

/** A request of a page to this backend. */
export const BackendRequest = v.object({
  address: v.pipe(v.string(), v.startsWith('/')),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
})
export type BackendRequest = v.InferOutput<typeof BackendRequest>

export const BackendResponse = v.object({
  status: v.number(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.string(),
})
export type BackendResponse = v.InferOutput<typeof BackendResponse>

/** What the thread is started with. */
export const RenderThreadData = v.object({
  /** The file of the app's server entry. */
  program: v.string(),
  /** The block of settings that the page carries. */
  settings: v.string(),
  /** All style sheets. */
  styles: v.string(),
  /** The HTML that every page ends with, for browsers without scripts. */
  noscriptHtml: v.string(),
})
export type RenderThreadData = v.InferOutput<typeof RenderThreadData>

/** Messages to the thread. */
export const ToWorker = v.variant('type', [
  v.object({ type: v.literal('render'), request: RenderRequest }),
  v.object({ type: v.literal('response'), id: v.number(), response: BackendResponse }),
])

/** Messages from it. */
export const FromWorker = v.variant('type', [
  v.object({ type: v.literal('request'), id: v.number(), request: BackendRequest }),
  v.object({ type: v.literal('rendered'), page: v.optional(RenderOutput) }),
])
