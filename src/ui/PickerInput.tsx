import { CalendarDays, Clock } from 'lucide'
import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { joinClassNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './PickerInput.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  type: 'date' | 'time'
  /** What is chosen, in the app's language: the browser would say it in its own. '' for nothing. */
  shown: string
  ref?: Ref<HTMLInputElement> | undefined
}

/**
 * A day or a time of day. The phone's own picker lies unseen over what is shown, so that a tap
 * anywhere opens it.
 */
export function PickerInput({ shown, placeholder, ref, ...input }: Props) {
  // Whoever types with a keyboard must see the parts of the browser's own field.
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
