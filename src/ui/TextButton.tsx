import type { ReactNode, Ref } from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './TextButton.module.css'

/** A small text button, for the top bar and for the actions of an item. */
export function TextButton({
  danger = false,
  off = false,
  label,
  lang,
  submits = false,
  keepsFocus = false,
  onClick,
  ref,
  children,
}: {
  danger?: boolean
  /** Disabled, but still visible. */
  off?: boolean
  /** An accessible name, where the visible text does not name the object; contains that text. */
  label?: string
  /** The language of the text, if it differs from the page's. */
  lang?: string
  /** Submits the form that contains it. */
  submits?: boolean
  /**
   * A tap leaves the focus where it is. Otherwise the field that loses it can show an error that
   * moves the button away from under the finger, and the tap is lost.
   */
  keepsFocus?: boolean
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
  children: ReactNode
}) {
  return (
    <button
      ref={ref}
      type={submits ? 'submit' : 'button'}
      aria-label={label}
      lang={lang}
      aria-disabled={off || undefined}
      className={joinClassNames(styles['button'], danger && styles['danger'], off && styles['off'])}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      onClick={off ? undefined : onClick}
    >
      {children}
    </button>
  )
}
