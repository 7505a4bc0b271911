import type { ReactNode } from 'react'

/**
 * The text of a link that is of one day, such as the next lesson. A page snapshot shows `action` in
 * its place: where the link leads (src/lib/snapshot/static-html.ts).
 */
export function LinkText({
  action,
  className,
  children,
}: {
  action: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <span className={className} data-snapshot-link={action}>
      {children}
    </span>
  )
}
