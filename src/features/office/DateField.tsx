import { CalendarDays } from 'lucide'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { commonTexts } from '#i18n/common'
import { officeTexts } from '#i18n/office'
import { parseDate } from './parse-date.ts'
import styles from './DateField.module.css'

// Loaded when it is opened, because it is larger than most screens.
const DayCalendar = lazyComponent(async () => (await import('./DayCalendar.tsx')).DayCalendar)

/**
 * A day, YYYY-MM-DD, or with `withTime` a minute, YYYY-MM-DD HH:mm: typed in any usual spelling, or
 * chosen in a calendar. Text and calendar have the language of the app; a native input would have
 * the browser's. A text that is no date stays in the field with an error and is the field's value,
 * so that no form takes it for an empty field.
 */
export function DateField({
  label,
  value,
  hint,
  error,
  withTime = false,
  onChange,
}: {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  withTime?: boolean
  onChange: (value: string) => void
}) {
  const texts = useTexts(officeTexts)
  const common = useTexts(commonTexts)
  // Undefined while nobody types. A typed text is spelled out when the field is left, because a
  // field that changes its text at each key cannot be corrected.
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const isWrong = typed === undefined && value !== '' && parseDate(value, withTime) === undefined
  const finish = () => {
    if (typed === undefined) return
    setTyped(undefined)
    onChange(parseDate(typed, withTime) ?? typed.trim())
  }
  return (
    <TextField
      label={label}
      hint={hint}
      error={error ?? (isWrong ? texts[withTime ? 'wrongMinute' : 'wrongDay'] : undefined)}
      placeholder={withTime ? texts.minuteFormat : texts.dayFormat}
      // Digits alone are a spelling, too.
      inputMode="numeric"
      maxLength={30}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value)
        const parsed = target.value.trim() === '' ? '' : parseDate(target.value, withTime)
        if (parsed !== undefined) onChange(parsed)
      }}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish()
      }}
      trailing={
        <>
          <button
            type="button"
            className={styles['open']}
            aria-label={texts.chooseDay(label)}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Icon of={CalendarDays} />
          </button>
          <Sheet open={isOpen} title={label} onClose={() => setOpen(false)}>
            <DayCalendar
              fallback={<p>{common.loading}</p>}
              day={value.slice(0, 10)}
              onChoose={(day) => {
                const time = parseDate(value, true)?.slice(11) ?? '00:00'
                setTyped(undefined)
                setOpen(false)
                onChange(withTime ? `${day} ${time}` : day)
              }}
            />
          </Sheet>
        </>
      }
    />
  )
}
