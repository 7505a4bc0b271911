import { chinaNow, formatShortDay } from '#app/lib/format/china-time.ts'
import type { OfferedCampusForm } from '#contract/campus-forms'
import type { campusFormTexts } from '#i18n/campus-forms'
import type { Language, selectTexts } from '#i18n/translate'

type Texts = ReturnType<typeof selectTexts<typeof campusFormTexts>>

/** Whether a student can give answers to a form now, or why not. */
export type FormAvailability =
  | 'open'
  | 'not-open'
  | 'closed'
  | 'under-review'
  | 'approved'
  | 'not-changeable'

/** Judges by the campus's clock whether a form takes answers of this student. */
export function classifyAvailability({
  from,
  until,
  state,
  isChangeable,
}: Pick<OfferedCampusForm, 'from' | 'until' | 'state' | 'isChangeable'>): FormAvailability {
  const now = chinaNow().slice(0, 16)
  if (state === 'approved') return 'approved'
  if (state === 'pending' && !isChangeable) return 'under-review'
  if (state === 'submitted' && !isChangeable) return 'not-changeable'
  if (from !== '' && now < from) return 'not-open'
  return until !== '' && now > until ? 'closed' : 'open'
}

/** A minute of China time, such as 9月1日 08:00. */
export const formatMinute = (minute: string, language: Language): string =>
  `${formatShortDay(minute, language)} ${minute.slice(11, 16)}`

/** The sentence about why a form takes no answers; '' if it takes them. */
export function describeAvailability(
  availability: FormAvailability,
  { from, until }: Pick<OfferedCampusForm, 'from' | 'until'>,
  { texts, language }: { texts: Texts; language: Language },
): string {
  switch (availability) {
    case 'open':
      return ''
    case 'not-open':
      return texts.opensAt(formatMinute(from, language))
    case 'closed':
      return texts.closedAt(formatMinute(until, language))
    case 'under-review':
      return texts.pendingText
    case 'approved':
      return texts.approvedText
    case 'not-changeable':
      return texts.fixedText
  }
}
