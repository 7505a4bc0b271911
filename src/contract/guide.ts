import { defineRead } from './call.ts'
import { key, list, record, text, type CodecValue } from './codec.ts'
import { codeZero } from './rules.ts'

/** The texts that the school writes for a page of their own: 入学须知 and 收费标准. */
export const GUIDES = ['know', 'fees'] as const
/** One of them. */
export type GuideName = (typeof GUIDES)[number]

const Guide = record({
  name: key('name', text()),
  /** Cleaned HTML, as a notice has it. */
  content: key('content', text()),
  /** '' where the school has not written it in English. */
  contentEn: key('contentEn', text()),
  /** China time, YYYY-MM-DD. */
  updatedOn: key('updateDate', text()),
})
/** What the school has written for a page. */
export type Guide = CodecValue<typeof Guide>

/** The enrolment notice and the fee standards (NOT-04, NOT-05). Everybody may keep them. */
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
