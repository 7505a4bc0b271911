import { CalendarDays, Clock } from 'lucide'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { joinClassNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './PickerInput.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  type: 'date' | 'time'
  /**
   * The selected value in the app's language, which can differ from the browser's language; '' for
   * none.
   */
  shown: string
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * An input for a date or a time. The native input lies invisibly over the shown text, so that a tap
 * anywhere opens the phone's own picker.
 */
export function PickerInput({ shown, placeholder, ref, ...input }: Props) {
  // While the user types, the browser's own field is visible, because keyboard users must see its
  // parts.
  const [isTyping, setTyping] = useState(false)
  return (
    <span
      className={joinClassNames(
        styles['picker'],
        isTyping && styles['typing'],
        input['aria-invalid'] === true && styles['wrong'],
      )}
    >
      <span aria-hidden className={joinClassNames(styles['shown'], shown === '' && styles['none'])}>
        {shown === '' ? placeholder : shown}
      </span>
      <Icon of={input.type === 'date' ? CalendarDays : Clock} />
      <input
        {...input}
        ref={ref}
        className={styles['native']}
        onKeyDown={(event) => {
          if (/^(\d|Arrow.*|Backspace|Delete)$/.test(event.key)) setTyping(true)
          input.onKeyDown?.(event)
        }}
        onBlur={(event) => {
          setTyping(false)
          input.onBlur?.(event)
        }}
      />
    </span>
  )
}
