import { defineRead } from './call.ts'
import {
  flag,
  key,
  list,
  optionalKey,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { codeZero } from './rules.ts'

const Term = record({
  yearTerm: key('yearTerm', text()),
  /** The Monday of its first week, YYYY-MM-DD. */
  startDate: key('startDate', text()),
  weeks: key('weeks', wholeNumber),
})

const Event = record({
  /** The first and the last day, YYYY-MM-DD. */
  date: key('date', text()),
  endDate: key('endDate', text()),
  title: key('title', text()),
  titleEn: optionalKey('titleEn', text()),
  /** No lessons take place on these days. */
  holiday: key('holiday', flag),
})

const SchoolYear = record({
  terms: key('terms', list(Term)),
  events: key('events', list(Event)),
})
/** The school's calendar: terms and events (D-88). */
export type SchoolYear = CodecValue<typeof SchoolYear>

/** The school calendar (CAL). It contains nothing personal, so it may be cached on any phone. */
export const calendar = {
  find: defineRead({
    path: '/api/calendar/find',
    who: 'anyone',
    offline: 'cached',
    input: record({}),
    output: record({ year: key('data', SchoolYear) }),
    rule: codeZero,
  }),
}
