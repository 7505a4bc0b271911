import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { SelectField } from '#app/ui/SelectField.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { ID_DOCUMENT_TYPES, type IdDocumentType } from '#contract/id-document'
import { campusFormTexts } from '#i18n/campus-forms'
import { idDocumentTexts } from '#i18n/id-documents'
import type { InputProps } from './input-props.ts'

/** An identity document: its type and its number. */
export function IdDocumentInput({ value, onChange, ...field }: InputProps) {
  const texts = useTexts(campusFormTexts)
  const language = useLanguage()
  const { type, number } =
    typeof value === 'object' && 'number' in value
      ? value
      : { type: 'resident' as IdDocumentType, number: '' }
  return (
    <>
      <SelectField
        label={texts.documentType}
        value={type}
        options={ID_DOCUMENT_TYPES.map((one) => ({
          value: one,
          label: idDocumentTexts[one][language],
        }))}
        onChange={(chosen) => {
          const found = ID_DOCUMENT_TYPES.find((one) => one === chosen)
          if (found !== undefined) onChange({ type: found, number })
        }}
      />
      <TextField
        {...field}
        hint={[field.hint, texts.notKept].filter(Boolean).join(' ')}
        autoCapitalize="characters"
        maxLength={30}
        value={number}
        onChange={({ target }) => onChange({ type, number: target.value })}
      />
    </>
  )
}
