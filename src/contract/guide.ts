import { defineRead } from './call.ts'
import { requiredKey, listCodec, recordCodec, textCodec, type CodecValue } from './codec.ts'

/** The pages whose text the school writes: 入学须知 and 收费标准. */
export const GUIDE_NAMES = ['know', 'fees'] as const
/** One of the guides. */
export type GuideName = (typeof GUIDE_NAMES)[number]

const Guide = recordCodec({
  name: textCodec(),
  /** Sanitised HTML, like a notice. */
  content: textCodec(),
  /** '' if the school has not written an English version. */
  contentEn: textCodec(),
  /** China time, YYYY-MM-DD. */
  updatedOn: requiredKey('updateDate', textCodec()),
})
/** The school's text for a page. */
export type Guide = CodecValue<typeof Guide>

/**
 * The enrolment notice and the fee standards (NOT-04, NOT-05). They are public, so any phone can
 * cache them.
 */
export const guide = {
  find: defineRead({
    path: '/api/guide/find',
    who: 'anyone',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ guides: requiredKey('data', listCodec(Guide)) }),
  }),
}
