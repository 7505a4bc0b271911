import { Minus, Plus } from 'lucide'
import { useId } from 'react'
import { Icon } from '#app/ui/Icon.tsx'
import styles from './sample.module.css'

/** An integer input between a minimum and a maximum, with buttons for one less and one more. */
export function Stepper({
  label,
  value,
  least,
  most,
  fewerLabel,
  moreLabel,
  hint,
  onChange,
}: {
  label: string
  value: number
  least: number
  most: number
  fewerLabel: string
  moreLabel: string
  hint: string
  onChange: (value: number) => void
}) {
  const id = useId()
  const end = (at: number) => value === at
  return (
    <div role="group" aria-labelledby={id} className={styles['stepper']}>
      <span className={styles['stepperLabel']}>
        <span id={id}>{label}</span>
        <span className={styles['hint']}>{hint}</span>
      </span>
      <button
        type="button"
        aria-label={fewerLabel}
        aria-disabled={end(least)}
        onClick={() => onChange(Math.max(least, value - 1))}
      >
        <Icon of={Minus} />
      </button>
      <output>{value}</output>
      <button
        type="button"
        aria-label={moreLabel}
        aria-disabled={end(most)}
        onClick={() => onChange(Math.min(most, value + 1))}
      >
        <Icon of={Plus} />
      </button>
    </div>
  )
}
