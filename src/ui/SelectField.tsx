import { Check, ChevronRight } from 'lucide'
import { useState, type KeyboardEvent, type Ref } from 'react'
import { Field } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { useTranslateName } from './name-translator.ts'
import { Sheet } from './Sheet.tsx'
import styles from './Field.module.css'

/** An option: the stored value and the shown label. */
export interface SelectOption {
  readonly value: string
  readonly label: string
}

/**
 * A single choice, made in a sheet. Takes `value`, `onChange`, `onBlur` and `ref` of a Controller's
 * field.
 */
export function SelectField({
  label,
  error,
  hint,
  wide,
  value,
  options,
  placeholder,
  onChange,
  onBlur,
  ref,
}: {
  label: string
  error?: string | undefined
  hint?: string | undefined
  wide?: boolean | undefined
  value: string
  options: readonly SelectOption[]
  placeholder?: string
  onChange: (value: string) => void
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}) {
  const named = useTranslateName()
  const [open, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onBlur?.()
  }
  // A stored value is shown even if it is no longer available (D-43).
  const shown = options.find((option) => option.value === value)?.label ?? value
  return (
    <Field label={label} error={error} hint={hint} wide={wide}>
      {(ids) => (
        <>
          <button
            {...ids}
            ref={ref}
            type="button"
            aria-haspopup="dialog"
            className={styles['choice']}
            onClick={() => setOpen(true)}
          >
            <span className={shown === '' ? styles['placeholder'] : undefined}>
              {shown === '' ? placeholder : named(shown)}
            </span>
            <Icon of={ChevronRight} />
          </button>
          <Sheet open={open} title={label} onClose={close}>
            <OptionList
              label={label}
              value={value}
              options={options}
              onChoose={(chosen) => {
                onChange(chosen)
                close()
              }}
            />
          </Sheet>
        </>
      )}
    </Field>
  )
}

/** The options of a choice as a radio list; it can also be used on a page. */
export function OptionList({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: readonly SelectOption[]
  onChoose: (value: string) => void
}) {
  const named = useTranslateName()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={styles['options']}
      onKeyDown={walk}
      tabIndex={-1}
    >
      {options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native radio chooses on every arrow key, which would close the sheet
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          className={styles['option']}
          onClick={() => onChoose(option.value)}
        >
          <span>{named(option.label)}</span>
          {option.value === value && <Icon of={Check} />}
        </button>
      ))}
    </div>
  )
}

function walk(event: KeyboardEvent<HTMLDivElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
  const at = radios.findIndex((radio) => radio === document.activeElement)
  radios[(at + step + radios.length) % radios.length]?.focus()
}
