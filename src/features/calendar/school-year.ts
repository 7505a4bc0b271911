import type { SchoolYear } from '#contract/calendar'

/** An event on one or more days. */
export type SchoolEvent = SchoolYear['events'][number]

/** Returns the teaching week of a day, from 1; undefined outside the terms (CAL-02). */
export function computeTeachingWeek(
  { terms }: SchoolYear,
  day: string,
): { readonly term: string; readonly week: number } | undefined {
  for (const { yearTerm, startDate, weeks } of terms) {
    const week = Math.floor(daysBetween(startDate, day) / 7) + 1
    if (week >= 1 && week <= weeks) return { term: yearTerm, week }
  }
  return undefined
}

/** Returns the events of a day (CAL-03). */
export const listEventsOn = ({ events }: SchoolYear, day: string): SchoolEvent[] =>
  events.filter(({ date, endDate }) => date <= day && day <= endDate)

const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
