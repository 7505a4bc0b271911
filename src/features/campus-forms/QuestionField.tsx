import { memo, useEffect } from 'react'
import { useController } from 'react-hook-form'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Row } from '#app/ui/Row.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import type { SingleAnswer } from '#contract/campus-form-submission'
import { campusFormTexts } from '#i18n/campus-forms'
import { runAfterTap } from './after-tap.ts'
import { useFormScope, useIsRelevant, useItemTexts } from './form-state.ts'
import { keyOf } from './form-values.ts'
import { formatAnswer } from './format-answer.ts'
import { QuestionInput } from './QuestionInput.tsx'

/** The longest label that stands next to its input, in characters of Chinese. */
const LONGEST_BESIDE = 10

/** A question, while it is asked. */
export const QuestionField = memo(function QuestionField({
  question,
  prefix,
  index,
}: {
  question: AnswerableQuestion
  prefix: string
  index: number
}) {
  const { form } = useFormScope()
  const isRelevant = useIsRelevant(question.name, index)
  const path = `${prefix}${keyOf(question.name)}`
  const { clearErrors } = form
  // A question that is not asked any more has nothing to put right.
  useEffect(() => {
    if (!isRelevant) clearErrors(path)
  }, [isRelevant, clearErrors, path])
  return isRelevant && <Asked question={question} path={path} index={index} />
})

function Asked({
  question,
  path,
  index,
}: {
  question: AnswerableQuestion
  path: string
  index: number
}) {
  const { form, compiled, askAgain, onLeave } = useFormScope()
  const texts = useTexts(campusFormTexts)
  const language = useLanguage()
  const {
    field: { value: held, onChange, onBlur, ref },
    fieldState,
  } = useController({ control: form.control, name: path })
  const { label, hint: ownHint } = useItemTexts(question, index)
  const value = held as SingleAnswer
  if (question.readOnly)
    return <Row label={label} value={formatAnswer(compiled, question, value, language)} />
  const hint = [
    askAgain.has(question.name) && texts.again,
    !question.required && texts.optional,
    ownHint,
  ]
    .filter((part) => part !== false && part !== '')
    .join('')
  return (
    <QuestionInput
      question={question}
      name={path}
      label={label}
      hint={hint === '' ? undefined : hint.trim()}
      error={fieldState.error?.message}
      wide={[...label].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 1 : 0.5), 0) > LONGEST_BESIDE}
      index={index}
      value={value}
      onChange={onChange}
      onBlur={() =>
        runAfterTap(() => {
          onBlur()
          onLeave()
        })
      }
      ref={ref}
    />
  )
}
