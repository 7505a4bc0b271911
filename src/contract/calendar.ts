import { defineRead } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'

const Term = recordCodec({
  yearTerm: textCodec(),
  /** The Monday of the term's first week, YYYY-MM-DD. */
  startDate: textCodec(),
  weeks: wholeNumberCodec,
})

const Event = recordCodec({
  /** The first and the last day, YYYY-MM-DD. */
  date: textCodec(),
  endDate: textCodec(),
  title: textCodec(),
  titleEn: optionalKey('titleEn', textCodec()),
  /** No lessons take place on these days. */
  holiday: booleanCodec,
  /** The day whose lessons are held on this day, YYYY-MM-DD. */
  follows: optionalKey('follows', textCodec()),
})

const SchoolYear = recordCodec({
  terms: listCodec(Term),
  events: listCodec(Event),
})
/** The school's calendar: terms and events (D-88). */
export type SchoolYear = CodecValue<typeof SchoolYear>

/** The school calendar (CAL). It contains nothing personal, so any phone can cache it. */
export const calendar = {
  find: defineRead({
    path: '/api/calendar/find',
    who: 'anyone',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ year: requiredKey('data', SchoolYear) }),
  }),
}
