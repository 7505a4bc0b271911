import { type ComponentProps, createElement } from 'react'
import styles from './Stack.module.css'

type Props =
  | ({ readonly as?: 'section' | 'article' } & ComponentProps<'section'>)
  | ({ readonly as: 'form' } & ComponentProps<'form'>)

/** One thing under the other, as far apart as on a page. */
export function Stack({ as = 'section', ...props }: Props) {
  // Sent before the scripts are there, a form would put what it holds into the address.
  const unsent = as === 'form' ? { method: 'dialog' } : {}
  return createElement(as, { ...unsent, ...props, className: styles['stack'] })
}
