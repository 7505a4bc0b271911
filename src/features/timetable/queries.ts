import { keptQuery } from '#app/lib/kept.ts'
import { timetable } from '#contract/timetable'

/** The term's timetable of a student number; with `week`, that week's rows where weeks differ. */
export function timetableQuery(number: string, week?: number) {
  return keptQuery({
    name: 'timetable',
    parts: week === undefined ? [] : [week],
    entry: timetable.find,
    input: { number, week },
    maxAge: 30,
  })
}
