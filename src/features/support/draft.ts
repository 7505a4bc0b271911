import * as v from 'valibot'

const Picture = v.object({ blob: v.instance(Blob), width: v.number(), height: v.number() })
const Draft = v.object({
  content: v.string(),
  category: v.string(),
  // A browser may restore a picture as another type; the text is kept anyway.
  pictures: v.fallback(v.array(Picture), []),
})
/**
 * The draft of a complaint. It is stored because phones often end the page while the album is open.
 */
export type ComplaintDraft = v.InferOutput<typeof Draft>

const NOTHING: ComplaintDraft = { content: '', category: '', pictures: [] }

/** Parses a stored draft; releases before pictures stored the text only. */
export function parseComplaintDraft(kept: unknown): ComplaintDraft {
  if (typeof kept === 'string') return { ...NOTHING, content: kept }
  const read = v.safeParse(Draft, kept)
  return read.success ? read.output : NOTHING
}
