import { useToast } from './toast.ts'
import styles from './Toaster.module.css'

/** Shows the toasts and announces them to screen readers; rendered once, in the frame. */
export function Toaster() {
  const shown = useToast()
  return (
    // Always rendered: a live region that appears together with its text is not announced.
    <output aria-live="polite" className={styles['place']}>
      {shown && (
        <span key={shown.at} className={styles['toast']}>
          {shown.text}
        </span>
      )}
    </output>
  )
}
