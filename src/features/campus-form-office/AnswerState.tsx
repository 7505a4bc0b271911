import { useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import type { FormAnswerFilter } from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'

/** The state of a student's answers as a word with a colour. */
export function AnswerState({ state }: { state: FormAnswerFilter }) {
  const texts = useTexts(campusFormOfficeTexts)
  const word = texts.states[state] ?? state
  return state === 'pending' || state === 'approved' || state === 'rejected' ? (
    <ReviewPill review={state}>{word}</ReviewPill>
  ) : (
    <Pill tone={state === 'submitted' ? 'done' : 'mute'}>{word}</Pill>
  )
}
