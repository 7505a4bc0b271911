import { type ComponentProps, createElement } from 'react'
import styles from './Stack.module.css'

type Props =
  | ({ readonly as?: 'section' | 'article' } & ComponentProps<'section'>)
  | ({ readonly as: 'form' } & ComponentProps<'form'>)

/** A vertical stack with the spacing of a page. */
export function Stack({ as = 'section', ...props }: Props) {
  // Submitted before hydration, a form would put its values into the address.
  const unsent = as === 'form' ? { method: 'dialog' } : {}
  return createElement(as, { ...unsent, ...props, className: styles['stack'] })
}
