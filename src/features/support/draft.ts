import * as v from 'valibot'

const Picture = v.object({ blob: v.instance(Blob), width: v.number(), height: v.number() })
const Draft = v.object({
  content: v.string(),
  category: v.string(),
  // A browser that gives a picture back as something else keeps the words all the same.
  pictures: v.fallback(v.array(Picture), []),
})
/** What was filled in of a complaint. Phones often end the page while the album is open. */
export type ComplaintDraft = v.InferOutput<typeof Draft>

const NOTHING: ComplaintDraft = { content: '', category: '', pictures: [] }

/** What an earlier visit left; releases before pictures kept the text alone. */
export function readDraft(kept: unknown): ComplaintDraft {
  if (typeof kept === 'string') return { ...NOTHING, content: kept }
  const read = v.safeParse(Draft, kept)
  return read.success ? read.output : NOTHING
}
