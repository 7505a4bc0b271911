import type {
  ComponentProps,
  InputHTMLAttributes,
  ReactNode,
  Ref,
  TextareaHTMLAttributes,
} from 'react'
import { joinClassNames } from './class-names.ts'
import { Field } from './Field.tsx'
import { PickerInput } from './PickerInput.tsx'
import styles from './Field.module.css'

interface Named {
  label: string
  error?: string | undefined
  hint?: string | undefined
  /** Places the input below its label. */
  wide?: boolean | undefined
  /** Receives the text as it is typed. */
  onType?: (text: string) => void
}
type InputProps = Named &
  InputHTMLAttributes<HTMLInputElement> & {
    /** Shown after the input, such as a button that sends a code. */
    trailing?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** A single-line text input; takes the props of react-hook-form's `register`. */
export function TextField({ label, error, hint, wide, trailing, onType, ...input }: InputProps) {
  return (
    <Field label={label} error={error} hint={hint} wide={wide}>
      {(ids) => (
        <div className={styles['line']}>
          <input
            autoComplete="off"
            enterKeyHint="next"
            {...input}
            {...typing(onType)}
            {...ids}
            className={styles['input']}
          />
          {trailing}
        </div>
      )}
    </Field>
  )
}

const typing = (onType: Named['onType']) =>
  onType && { onChange: ({ target }: { target: { value: string } }) => onType(target.value) }

/** An input for digits, with the numeric keypad. */
export const NumberField = (props: InputProps) => <TextField inputMode="numeric" {...props} />

type PickerProps = Omit<Named, 'onType'> & Omit<ComponentProps<typeof PickerInput>, 'type'>

/** A date input with the phone's own picker. */
export const DateField = (props: PickerProps) => <PickerField type="date" {...props} />

/** A time input with the phone's own picker. */
export const TimeField = (props: PickerProps) => <PickerField type="time" {...props} />

function PickerField({
  label,
  error,
  hint,
  wide,
  ...picker
}: PickerProps & { type: 'date' | 'time' }) {
  return (
    <Field label={label} error={error} hint={hint} wide={wide}>
      {(ids) => <PickerInput {...picker} {...ids} />}
    </Field>
  )
}

type AreaProps = Omit<Named, 'wide'> &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

/** A multi-line text input below its label. */
export function TextareaField({ label, error, hint, onType, ...area }: AreaProps) {
  return (
    <Field label={label} error={error} hint={hint} wide>
      {(ids) => (
        <textarea
          autoComplete="off"
          rows={3}
          {...area}
          {...typing(onType)}
          {...ids}
          className={joinClassNames(styles['input'], styles['area'])}
        />
      )}
    </Field>
  )
}
