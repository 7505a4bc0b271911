import * as v from 'valibot'

/** The page to render, as a message. */
export const RenderRequest = v.object({
  /** The page's canonical path, below the base path. */
  path: v.string(),
  language: v.picklist(['zh', 'en']),
  /** The server's time, ms since the epoch. */
  now: v.number(),
})
/** The page to render. */
export type RenderRequest = v.InferOutput<typeof RenderRequest>

/** The output of the app's server entry: HTML and JSON, escaped for use in a page. */
export const AppRenderOutput = v.object({
  title: v.string(),
  html: v.string(),
  hydrationData: v.string(),
  /** The address that most visitors open next; its characters are valid in a header. */
  nextAddress: v.optional(v.pipe(v.string(), v.regex(/^[\w/-]+$/))),
})

const RenderOutput = v.object({
  ...AppRenderOutput.entries,
  /** The rules of all style sheets that the page's HTML uses. */
  styles: v.string(),
})
/** A page as a signed-out visitor sees it. */
export type RenderOutput = v.InferOutput<typeof RenderOutput>

/** A request of a rendered page to this backend. */
export const BackendRequest = v.object({
  address: v.pipe(v.string(), v.startsWith('/')),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
})
export type BackendRequest = v.InferOutput<typeof BackendRequest>

/** The backend's response to a request of a rendered page. */
export const BackendResponse = v.object({
  status: v.number(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.string(),
})
export type BackendResponse = v.InferOutput<typeof BackendResponse>

/** The start parameters of the thread. */
export const RenderThreadData = v.object({
  /** The file of the app's server entry. */
  program: v.string(),
  /** The element with the page's settings. */
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

/** Messages from the thread. */
export const FromWorker = v.variant('type', [
  v.object({ type: v.literal('request'), id: v.number(), request: BackendRequest }),
  v.object({ type: v.literal('rendered'), page: v.optional(RenderOutput) }),
])
