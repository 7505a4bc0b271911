import { formatShortDay } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { DateField, NumberField, TextareaField, TextField, TimeField } from '#app/ui/TextField.tsx'
import type { AnswerableQuestion } from '#contract/campus-form-definition'
import { formTexts } from '#i18n/form'
import { yesNoTexts } from '#i18n/yes-no'
import type { InputProps } from './inputs/input-props.ts'
import { SelectManyInput, SelectOneInput } from './inputs/SelectInputs.tsx'

// The inputs of rarer types, which are larger.
const AmountInput = lazyComponent(async () => (await import('./inputs/rare-inputs.ts')).AmountInput)
const ClassmateInput = lazyComponent(
  async () => (await import('./inputs/rare-inputs.ts')).ClassmateInput,
)
const FilesInput = lazyComponent(async () => (await import('./inputs/rare-inputs.ts')).FilesInput)
const IdDocumentInput = lazyComponent(
  async () => (await import('./inputs/rare-inputs.ts')).IdDocumentInput,
)
const RegionInput = lazyComponent(async () => (await import('./inputs/rare-inputs.ts')).RegionInput)
const StatementInput = lazyComponent(
  async () => (await import('./inputs/rare-inputs.ts')).StatementInput,
)

/** The input of a question by its type. */
export function QuestionInput({
  question,
  index,
  ...input
}: InputProps & {
  question: AnswerableQuestion
  /** The number of the group around the question, from 0. */
  index: number
}) {
  switch (question.type) {
    case 'text':
    case 'integer':
    case 'decimal':
    case 'phone':
    case 'date':
    case 'time':
      return <TypedInput {...input} question={question} />
    case 'money':
      return <AmountInput {...input} />
    case 'yesNo':
      return <YesNoInput {...input} />
    case 'selectOne':
      return <SelectOneInput {...input} question={question} index={index} />
    case 'selectMany':
      return <SelectManyInput {...input} question={question} index={index} />
    case 'region':
      return <RegionInput {...input} />
    case 'idDocument':
      return <IdDocumentInput {...input} />
    case 'classmate':
      return <ClassmateInput {...input} />
    case 'file':
    case 'picture':
      return <FilesInput {...input} question={question} />
    case 'statement':
      return <StatementInput {...input} question={question} />
  }
}

/** An answer that is a text and is typed or picked with the phone's own means. */
function TypedInput({
  question,
  wide,
  value,
  onChange,
  ref,
  ...field
}: InputProps & {
  question: Extract<
    AnswerableQuestion,
    { type: 'text' | 'integer' | 'decimal' | 'phone' | 'date' | 'time' }
  >
}) {
  const say = useTexts(formTexts)
  const language = useLanguage()
  const text = typeof value === 'string' ? value : ''
  const typed = {
    ...field,
    value: text,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (question.type) {
    case 'text':
      return question.isLong ? (
        <TextareaField {...typed} ref={ref} />
      ) : (
        <TextField {...typed} ref={ref} wide={wide} />
      )
    case 'integer':
      return <NumberField {...typed} ref={ref} wide={wide} maxLength={20} />
    case 'decimal':
      return <TextField {...typed} ref={ref} wide={wide} inputMode="decimal" maxLength={24} />
    case 'phone':
      return <TextField {...typed} ref={ref} wide={wide} type="tel" maxLength={24} />
    case 'date':
      return (
        <DateField
          {...typed}
          ref={ref}
          wide={wide}
          shown={text === '' ? '' : formatShortDay(text, language)}
          placeholder={say.choose}
          min={question.earliest}
          max={question.latest}
        />
      )
    case 'time':
      return <TimeField {...typed} ref={ref} wide={wide} shown={text} placeholder={say.choose} />
  }
}

function YesNoInput({ wide: _wide, value, ref, ...field }: InputProps) {
  const language = useLanguage()
  return (
    <ChoiceField
      {...field}
      ref={ref}
      value={typeof value === 'string' ? value : ''}
      answers={[
        { value: 'yes', label: yesNoTexts.yes[language] },
        { value: 'no', label: yesNoTexts.no[language] },
      ]}
    />
  )
}
