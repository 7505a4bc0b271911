import { defineRead } from './call.ts'
import { key, list, record, text, type CodecValue } from './codec.ts'
import { codeZero } from './rules.ts'

/** The texts that the school writes for a page each: 入学须知 and 收费标准. */
export const GUIDES = ['know', 'fees'] as const
/** One of the guides. */
export type GuideName = (typeof GUIDES)[number]

const Guide = record({
  name: key('name', text()),
  /** Sanitised HTML, like a notice. */
  content: key('content', text()),
  /** '' if the school has not written an English version. */
  contentEn: key('contentEn', text()),
  /** China time, YYYY-MM-DD. */
  updatedOn: key('updateDate', text()),
})
/** The school's text for a page. */
export type Guide = CodecValue<typeof Guide>

/**
 * The enrolment notice and the fee standards (NOT-04, NOT-05). Public, so any phone may cache them.
 */
export const guide = {
  find: defineRead({
    path: '/api/guide/find',
    who: 'anyone',
    offline: 'cached',
    input: record({}),
    output: record({ guides: key('data', list(Guide)) }),
    rule: codeZero,
  }),
}
