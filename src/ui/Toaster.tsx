import { useToast } from './toast.ts'
import styles from './Toaster.module.css'

/** Shows the toasts and says them to screen readers; stands once, in the frame. */
export function Toaster() {
  const shown = useToast()
  return (
    // The live region is always there: one that appears with its text is not announced.
    <div role="status" aria-live="polite" className={styles['place']}>
      {shown && <div key={shown.at} className={styles['toast']}>{shown.text}</div>}
    </div>
  )
}
