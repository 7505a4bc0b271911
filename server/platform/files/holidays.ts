import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { SchoolYear } from '#contract/school-year'
import type { Holiday } from '#contract/timetable'

/**
 * The holidays of the calendar that is shipped with the app: what the calendar's page shows, the
 * timetable keeps to.
 */
export function readHolidays(appDir: string): Holiday[] {
  const path = join(appDir, 'calendar.json')
  if (!existsSync(path)) return []
  const read = v.safeParse(
    v.pipe(v.string(), v.parseJson(), SchoolYear),
    readFileSync(path, 'utf8'),
  )
  if (!read.success) {
    const [issue] = read.issues
    throw new Error(
      `${path} is no calendar: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
    )
  }
  return read.output.events.flatMap(({ date, endDate, title, titleEn, holiday }) =>
    holiday ? [{ from: date, to: endDate ?? date, title, titleEn }] : [],
  )
}
