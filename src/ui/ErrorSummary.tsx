import CircleAlert from 'lucide-react/icons/circle-alert'
import styles from './ErrorSummary.module.css'

/** What is wrong with a form, summed up after a submit; says nothing when nothing is. */
export function ErrorSummary({ title, errors }: { title: string; errors: readonly string[] }) {
  if (errors.length === 0) return null
  return (
    <div role="alert" className={styles['summary']}>
      <CircleAlert aria-hidden />
      <div>
        <p className={styles['title']}>{title}</p>
        <ul>
          {[...new Set(errors)].map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
