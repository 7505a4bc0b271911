import { useToast } from './toast.ts'
import styles from './Toaster.module.css'

/** Shows the toasts and says them to screen readers; stands once, in the frame. */
export function Toaster() {
  const shown = useToast()
  return (
    // The live region is always there: one that appears with its text is not announced.
    <output aria-live="polite" className={styles['place']}>
      {shown && (
        <span key={shown.at} className={styles['toast']}>
          {shown.text}
        </span>
      )}
    </output>
  )
}
