import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'

/** The tones of a button. 'off' looks disabled, but a tap can still show the reason. */
export type ButtonTone = 'main' | 'second' | 'danger' | 'off'

const TONES = { main: undefined, second: 'brand', danger: 'need', off: 'mute' } as const

/**
 * A wide button. While `busy` it shows a spinner, announces it to screen readers, and ignores taps.
 */
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

// A busy submit button must not submit its form again.
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

/** A link styled as a button; takes `to` and `params` like the router's Link. */
export const ButtonLink = createLink(ButtonAnchor)
