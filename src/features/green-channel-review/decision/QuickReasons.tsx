import { useTexts } from '#app/lib/language/language.ts'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import styles from '../green-channel-review.module.css'

const BETWEEN = '；'

/** Common reasons; a tap adds one to the remark or removes it. */
export function QuickReasons({
  reasons,
  value,
  onChange,
}: {
  reasons: readonly string[]
  value: string
  onChange: (next: string) => void
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const said = value.split(BETWEEN).filter((one) => one !== '')
  return (
    <div role="group" aria-label={texts.quick} className={styles['chips']}>
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
