import type { ReactNode } from 'react'
import { Stack } from './Stack.tsx'
import styles from './PrintSheet.module.css'

/** A sheet for screen and print. The printed version adds a header and space for signatures. */
export function PrintSheet({
  school,
  title,
  subtitle,
  signatures,
  children,
}: {
  school: string
  title: string
  subtitle: string
  signatures: readonly string[]
  children: ReactNode
}) {
  return (
    <Stack as="article">
      <header className={styles['head']}>
        <p className={styles['school']}>{school}</p>
        <p className={styles['name']}>{title}</p>
        <p>{subtitle}</p>
      </header>
      {children}
      <footer className={styles['signatures']}>
        {signatures.map((signature) => (
          <p key={signature}>{signature}</p>
        ))}
      </footer>
    </Stack>
  )
}
