import { type ComponentProps, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'

/**
 * A text that is edited apart from its value while it is typed: `commit` takes what can be read and
 * returns why the rest cannot. A text that cannot be read stays in the field with the reason.
 */
function useTyped(value: string, commit: (text: string) => string | undefined) {
  const [typed, setTyped] = useState<string>()
  const [error, setError] = useState<string>()
  return {
    value: typed ?? value,
    error,
    onType: (text: string) => {
      setTyped(text)
      setError(commit(text))
    },
    onBlur: () => {
      if (error === undefined) setTyped(undefined)
    },
  }
}

/** A field whose text is read while it is typed. */
export function CommittedField({
  value,
  commit,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode' | 'lang'> & {
  value: string
  commit: (text: string) => string | undefined
}) {
  return <TextField {...field} {...useTyped(value, commit)} />
}

/** Several lines whose text is read while it is typed. */
export function CommittedArea({
  value,
  commit,
  ...field
}: Pick<ComponentProps<typeof TextareaField>, 'label' | 'hint' | 'rows' | 'onPaste'> & {
  value: string
  commit: (text: string) => string | undefined
}) {
  return <TextareaField {...field} {...useTyped(value, commit)} />
}

/** A number that can be missing; `scale` is the stored value of 1, such as 100 for fen in a yuan. */
export function NumberInput({
  label,
  value,
  least,
  most,
  scale = 1,
  decimals = 0,
  isNeeded = false,
  onChange,
}: {
  label: string
  value: number | undefined
  least: number
  most: number
  scale?: number
  decimals?: number
  isNeeded?: boolean
  onChange: (value: number | undefined) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  return (
    <CommittedField
      label={label}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={value === undefined ? '' : String(value / scale)}
      commit={(text) => {
        const trimmed = text.trim()
        if (trimmed === '' && !isNeeded) {
          onChange(undefined)
          return undefined
        }
        const isNumber = /^-?\d+(\.\d+)?$/.test(trimmed)
        const isShort = (trimmed.split('.')[1] ?? '').length <= decimals
        const number = Number(trimmed)
        if (!isNumber || !isShort || number < least || number > most)
          return texts.numberWrong(least, most)
        onChange(Math.round(number * scale * 1e6) / 1e6)
        return undefined
      }}
    />
  )
}
