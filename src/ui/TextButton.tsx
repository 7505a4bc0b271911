import type { ReactNode, Ref } from 'react'
import { joinClassNames } from './class-names.ts'
import styles from './TextButton.module.css'

/** A small button of words alone, for the top bar and for the actions of an item. */
export function TextButton({
  danger = false,
  off = false,
  label,
  lang,
  submits = false,
  onClick,
  ref,
  children,
}: {
  danger?: boolean
  /** It rests: it stays where it is and takes no tap. */
  off?: boolean
  /** What it does, where the words alone do not say to what. */
  label?: string
  /** The language of its words, where it is another than the page's. */
  lang?: string
  /** It sends the form that it stands in. */
  submits?: boolean
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
      onClick={off ? undefined : onClick}
    >
      {children}
    </button>
  )
}
