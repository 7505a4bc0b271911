import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { TextField } from '#app/ui/TextField.tsx'
import { formatYuan, parseYuan } from '#contract/fields'
import { normalizeAmount } from '#contract/normalize'
import { campusFormTexts } from '#i18n/campus-forms'
import type { InputProps } from './input-props.ts'

/** An amount: typed in yuan, answered in fen. What is no amount is kept as it was typed. */
export function AmountInput({ value, onChange, hint, ...field }: InputProps) {
  const texts = useTexts(campusFormTexts)
  const stored = typeof value === 'string' ? value : ''
  const [typed, setTyped] = useState(() => toYuan(stored))
  // The answer was replaced from outside, such as by a newer record.
  const shown = toFen(typed) === stored ? typed : toYuan(stored)
  return (
    <TextField
      {...field}
      hint={[texts.amountHint, hint].filter(Boolean).join(' · ')}
      inputMode="decimal"
      maxLength={20}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(toFen(target.value))
      }}
    />
  )
}

const toYuan = (fen: string): string =>
  /^-?\d+$/.test(fen) ? formatYuan(Number(fen)).replace(/\.00$/, '') : fen

function toFen(typed: string): string {
  const amount = normalizeAmount(typed)
  if (/^-?\d{1,12}(\.\d{1,2})?$/.test(amount)) return String(parseYuan(amount))
  // Digits alone would be taken for fen.
  return /^-?\d+$/.test(typed) ? `${typed}.` : typed
}
