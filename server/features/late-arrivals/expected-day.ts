import { lateArrivalTexts } from '#i18n/late-arrivals'
import type { LocalizedText } from '#i18n/translate'
import { daysBetween, toChinaDay } from '../../platform/clock.ts'

const DAYS_AT_MOST = 366

/** What is wrong with the day on which a student is expected; undefined if nothing is. */
export function findDayProblem(day: string, now: Date): LocalizedText | undefined {
  const ahead = daysBetween(toChinaDay(now), day)
  if (ahead < 0) return lateArrivalTexts.dayPast
  return ahead > DAYS_AT_MOST ? lateArrivalTexts.dayFar : undefined
}
