import { useTexts } from '#app/lib/language/language.ts'
import type { Absence } from '#contract/late-arrivals'
import { lateArrivalTexts } from '#i18n/late-arrivals'

/** The recorded reason why a student has not arrived; nothing if there is none. */
export function AbsenceText({ absence }: { absence: Absence | undefined }) {
  const texts = useTexts(lateArrivalTexts)
  if (absence === undefined) return null
  const kind = texts.kinds[absence.kind]
  return <>{absence.expectedOn === '' ? kind : texts.withDay(kind, absence.expectedOn)}</>
}
