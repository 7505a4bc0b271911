import { DateField } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ChoiceField } from '#app/ui/ChoiceField.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import type { RuleField } from '#contract/campus-rule-list'
import { campusRuleTexts } from '#i18n/campus-rules'

/** One field of a rule, rendered by its kind. */
export function RuleFieldInput({
  field,
  value,
  error,
  onChange,
}: {
  field: RuleField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const texts = useTexts(campusRuleTexts)
  const language = useLanguage()
  const label = field.label[language]
  const line = {
    label,
    error,
    value,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
  }
  switch (field.type) {
    case 'yuan':
      return <TextField {...line} inputMode="decimal" maxLength={12} />
    case 'number':
      return (
        <TextField
          {...line}
          inputMode="numeric"
          maxLength={9}
          hint={field.isZeroUnlimited && texts.zeroHint}
        />
      )
    case 'line':
      return <TextField {...line} maxLength={200} />
    case 'words':
      return <TextareaField {...line} rows={6} maxLength={2200} hint={texts.wordsHint} />
    case 'minute':
      return <DateField withTime {...{ label, error, value, onChange }} hint={texts.minuteHint} />
    case 'flag':
      return (
        <ChoiceField
          name={field.name}
          label={label}
          answers={[
            { value: '1', label: texts.yes },
            { value: '0', label: texts.no },
          ]}
          value={value}
          error={error}
          onChange={onChange}
          onBlur={() => {}}
          ref={null}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...{ label, error, value, onChange }}
          options={field.options.map(([code, name]) => ({ value: code, label: name[language] }))}
          placeholder={texts.choose}
        />
      )
  }
}
