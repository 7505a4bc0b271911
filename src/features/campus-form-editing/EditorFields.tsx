import { type ComponentProps, useState } from 'react'
import { CheckboxGroup } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import type { Wording } from '#contract/campus-form-definition'
import { campusFormEditingTexts } from '#i18n/campus-form-editing'
import { explainExpression } from './describe-problem.ts'
import { useUnreadFields } from './unread-texts.tsx'
import styles from './campus-form-editing.module.css'

/** Properties that apply or do not, as checkboxes. */
export function Flags<Name extends string>({
  label,
  flags,
  onChange,
}: {
  label: string
  flags: readonly { readonly value: Name; readonly label: string; readonly isSet: boolean }[]
  onChange: (changed: Record<Name, boolean>) => void
}) {
  return (
    <CheckboxGroup
      plain
      label={label}
      options={flags}
      chosen={flags.filter(({ isSet }) => isSet).map(({ value }) => value)}
      onChange={(chosen) =>
        onChange(
          Object.fromEntries(flags.map(({ value }) => [value, chosen.includes(value)])) as Record<
            Name,
            boolean
          >,
        )
      }
    />
  )
}

/** A text in both languages. */
export function WordingFields({
  label,
  labelEn,
  value = { zh: '', en: '' },
  isLong = false,
  onChange,
  onBlur,
}: {
  label: string
  labelEn: string
  value: Wording | undefined
  isLong?: boolean
  onChange: (value: Wording) => void
  onBlur?: () => void
}) {
  const Input = isLong ? TextareaField : TextField
  return (
    <div className={styles['pair']}>
      <Input
        label={label}
        lang="zh-CN"
        maxLength={2000}
        value={value.zh}
        onType={(zh) => onChange({ ...value, zh })}
      />
      <Input
        label={labelEn}
        lang="en"
        maxLength={2000}
        value={value.en}
        onType={(en) => onChange({ ...value, en })}
        onBlur={onBlur}
      />
    </div>
  )
}

/** An expression with its help and, while it cannot be read, the reason. */
export function ExpressionField({
  label,
  hint,
  value = '',
  isFilter = false,
  isNeeded = false,
  onChange,
}: {
  label: string
  hint?: string
  value: string | undefined
  isFilter?: boolean
  isNeeded?: boolean
  onChange: (source: string | undefined) => void
}) {
  const language = useLanguage()
  const isMissing = value.trim() === '' && !isNeeded
  return (
    <TextareaField
      label={label}
      hint={hint}
      rows={2}
      maxLength={1000}
      spellCheck={false}
      autoCapitalize="none"
      value={value}
      error={isMissing ? undefined : explainExpression(value, isFilter, language)}
      onType={(text) => onChange(text === '' && !isNeeded ? undefined : text)}
    />
  )
}

/**
 * A field whose text is read while it is typed. What cannot be read stays in the field with the
 * reason, also when the field is shown again.
 */
export function ReadField({
  field,
  value,
  explain,
  onRead,
  ...input
}: Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'inputMode'> & {
  /** The name of the field among those of the item. */
  field: string
  value: string
  /** Why a text cannot be read; undefined if it can. */
  explain: (text: string) => string | undefined
  onRead: (text: string) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const { get, set } = useUnreadFields()
  const unread = get(field)
  // The text as it is typed: it can differ from the value that was read, as 1.0 does from 1.
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      {...input}
      value={unread ?? typed ?? value}
      error={unread === undefined ? undefined : (explain(unread) ?? texts.typeAgain)}
      onType={(text) => {
        setTyped(text)
        if (explain(text) !== undefined) return set(field, text)
        if (unread !== undefined) set(field, undefined)
        return onRead(text)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** A field for a number. */
export interface NumberLimits {
  readonly least: number
  readonly most: number
  /** What is stored for 1, such as 100 for the fen of a yuan. */
  readonly scale?: number
  readonly decimals?: number
  /** Whether there must be a number. */
  readonly isNeeded?: boolean
}

/** A number that can be missing. */
export function NumberInput({
  field,
  label,
  value,
  limits: { least, most, scale = 1, decimals = 0, isNeeded = false },
  onChange,
}: {
  field: string
  label: string
  value: number | undefined
  limits: NumberLimits
  onChange: (value: number | undefined) => void
}) {
  const texts = useTexts(campusFormEditingTexts)
  const isNumber = new RegExp(String.raw`^-?\d+${decimals > 0 ? `(\\.\\d{1,${decimals}})?` : ''}$`)
  return (
    <ReadField
      field={field}
      label={label}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={value === undefined ? '' : String(value / scale)}
      explain={(typed) => {
        const text = typed.trim()
        if (text === '' && !isNeeded) return undefined
        const isInRange = Number(text) >= least && Number(text) <= most
        return isNumber.test(text) && isInRange ? undefined : texts.numberWrong(least, most)
      }}
      onRead={(text) =>
        onChange(text.trim() === '' ? undefined : Math.round(Number(text) * scale * 1e6) / 1e6)
      }
    />
  )
}
