import { useEffect, useRef } from 'react'
import styles from './Alert.module.css'

/** An alert after a failed action: announced to screen readers, and scrolled into view. */
export function Alert({ title, text }: { title?: string | undefined; text: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  if (text === undefined) return null
  return (
    <div ref={place} role="alert" className={styles['alert']} data-tone="need">
      {title !== undefined && <p className={styles['title']}>{title}</p>}
      <p>{text}</p>
    </div>
  )
}
