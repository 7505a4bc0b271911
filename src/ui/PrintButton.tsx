import { Button } from './Button.tsx'
import styles from './PrintSheet.module.css'

/** Prints the page; is not printed itself. */
export function PrintButton({ label }: { label: string }) {
  return (
    <div className={styles['button']}>
      <Button tone="second" onClick={() => window.print()}>
        {label}
      </Button>
    </div>
  )
}
