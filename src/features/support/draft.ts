import * as v from 'valibot'

const Picture = v.object({ blob: v.instance(Blob), width: v.number(), height: v.number() })
const Draft = v.object({
  content: v.string(),
  category: v.string(),
  // A browser might restore a picture as another type; then only the pictures are dropped, and the
  // text stays.
  pictures: v.fallback(v.array(Picture), []),
})
/**
 * The draft of a complaint. It is stored because a phone often ends the page while the album is
 * open.
 */
export type ComplaintDraft = v.InferOutput<typeof Draft>

const NOTHING: ComplaintDraft = { content: '', category: '', pictures: [] }

/** Parses a stored draft. Earlier releases, which had no pictures, stored only the text. */
export function parseComplaintDraft(kept: unknown): ComplaintDraft {
  if (typeof kept === 'string') return { ...NOTHING, content: kept }
  const read = v.safeParse(Draft, kept)
  return read.success ? read.output : NOTHING
}
