import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

/** The tones of a button; 'off' looks asleep and can still be tapped to learn why. */
export type ButtonTone = 'main' | 'second' | 'danger' | 'off'

const TONES = { main: undefined, second: 'brand', danger: 'need', off: 'mute' } as const

/** A wide button. While `busy` it turns, says so to screen readers and takes no further tap. */
export function Button({
  tone = 'main',
  busy = false,
  type = 'button',
  onClick,
  children,
}: {
  tone?: ButtonTone
  busy?: boolean
  type?: 'button' | 'submit'
  onClick?: (() => void) | undefined
  children: ReactNode
}) {
  return (
    // oxlint-disable-next-line react/button-has-type -- the type is one of two, given by the caller
    <button
      type={type}
      className={styles['button']}
      data-tone={TONES[tone]}
      aria-busy={busy}
      aria-disabled={busy || tone === 'off'}
      onClick={busy ? stop : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

// A busy submit button must not send its form a second time.
const stop = (event: { preventDefault(): void }) => event.preventDefault()

type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  tone?: ButtonTone
  ref?: Ref<HTMLAnchorElement>
}

function ButtonAnchor({ tone = 'main', children, ref, ...anchor }: AnchorProps) {
  return (
    <a {...anchor} ref={ref} className={styles['button']} data-tone={TONES[tone]}>
      {children}
    </a>
  )
}

/** A link that looks like a button: takes `to` and `params` as the router's Link does. */
export const ButtonLink = createLink(ButtonAnchor)
