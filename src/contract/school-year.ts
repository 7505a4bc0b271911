import * as v from 'valibot'

const Day = v.pipe(v.string(), v.isoDate())
const Event = v.object({
  date: Day,
  endDate: v.optional(Day),
  title: v.string(),
  titleEn: v.optional(v.string()),
  /** No lessons are held on these days. */
  holiday: v.optional(v.boolean(), false),
})

/**
 * The school's own calendar, calendar.json: its terms, each from a Monday on, and its events; days
 * as YYYY-MM-DD (D-88).
 */
export const SchoolYear = v.object({
  terms: v.array(
    v.object({ yearTerm: v.string(), startDate: Day, weeks: v.pipe(v.number(), v.integer()) }),
  ),
  events: v.array(Event),
})
/** The school's own calendar. */
export type SchoolYear = v.InferOutput<typeof SchoolYear>
