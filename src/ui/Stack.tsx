import { type ComponentProps, createElement } from 'react'
import styles from './Stack.module.css'

type Props =
  | ({ readonly as?: 'section' | 'article' } & ComponentProps<'section'>)
  | ({ readonly as: 'form' } & ComponentProps<'form'>)

/** A vertical stack with the spacing of a page. */
export function Stack({ as = 'section', ...props }: Props) {
  // The method prevents a submission before hydration, which would put the values of the form into
  // the address.
  const unsent = as === 'form' ? { method: 'dialog' } : {}
  return createElement(as, { ...unsent, ...props, className: styles['stack'] })
}
