import { useTexts } from '#app/lib/language/language.ts'
import { joinClassNames } from '#app/ui/class-names.ts'
import { outboxTexts } from '#i18n/outbox'
import styles from './outbox.module.css'

/** The version of a field that is kept: the student's or the university's. */
export type ConflictSide = 'mine' | 'theirs'

/** One field of a conflict: both versions, and which one to keep. */
export function ConflictFieldChoice({
  name,
  label,
  mine,
  theirs,
  side,
  onChoose,
}: {
  name: string
  label: string
  mine: string
  theirs: string
  side: ConflictSide | undefined
  onChoose: (side: ConflictSide) => void
}) {
  const texts = useTexts(outboxTexts)
  const sides = [
    { side: 'mine', who: texts.mine, said: mine },
    { side: 'theirs', who: texts.theirs, said: theirs },
  ] as const
  return (
    <fieldset className={styles['choice']}>
      <legend>{label}</legend>
      <div className={styles['sides']}>
        {sides.map((one) => (
          <label
            key={one.side}
            className={joinClassNames(styles['side'], side === one.side && styles['chosen'])}
          >
            <span className={styles['who']}>
              <input
                type="radio"
                name={name}
                checked={side === one.side}
                onChange={() => onChoose(one.side)}
              />
              {one.who}
            </span>
            <span className={styles['said']}>{one.said || texts.nothing}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
