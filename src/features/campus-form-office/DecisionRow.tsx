import { formatChinaTime } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Row } from '#app/ui/Row.tsx'
import type { FormDecision } from '#contract/campus-form-office'
import { campusFormOfficeTexts } from '#i18n/campus-form-office'
import { AnswerState } from './AnswerState.tsx'

/** What was decided about answers, by whom, when and why. */
export function DecisionRow({
  label,
  decision: { state, by, at, reason },
}: {
  label: string
  decision: FormDecision
}) {
  const texts = useTexts(campusFormOfficeTexts)
  return (
    <Row
      label={label}
      value={
        <>
          <AnswerState state={state} /> {texts.decidedBy(by, formatChinaTime(at))}
        </>
      }
      {...(reason !== '' && { description: reason })}
    />
  )
}
