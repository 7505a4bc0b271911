import { useWords } from '#app/lib/language.ts'
import { auditWords } from '#words/audit'
import styles from './audit.module.css'

const BETWEEN = '；'

/** Common reasons to tap into the remark, and out of it again. */
export function QuickReasons({
  reasons,
  value,
  onChange,
}: {
  reasons: readonly string[]
  value: string
  onChange: (next: string) => void
}) {
  const words = useWords(auditWords)
  const said = value.split(BETWEEN).filter((one) => one !== '')
  return (
    <div role="group" aria-label={words.quick} className={styles['chips']}>
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          aria-pressed={said.includes(reason)}
          onClick={() =>
            onChange(
              (said.includes(reason)
                ? said.filter((one) => one !== reason)
                : [...said, reason]
              ).join(BETWEEN),
            )
          }
        >
          {reason}
        </button>
      ))}
    </div>
  )
}
