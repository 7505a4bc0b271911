import { Eye } from 'lucide'
import { longDay } from '#app/lib/dates.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { join } from '#app/ui/join.ts'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { StoredTravel } from '#contract/travel'
import { formWords } from '#words/form'
import { sayRegion } from '#words/region'
import { travelWords } from '#words/travel'
import styles from './travel.module.css'

/**
 * A public record: no submit, but the way on, to the fellow travellers, and back to the form
 * (TRV-08, D-47).
 */
export function ShownRecord({
  record,
  waiting,
  step,
  stunum,
  skippable,
  onSkip,
  onEdit,
}: {
  record: StoredTravel
  /** The university does not have it yet. */
  waiting: boolean
  step: string
  stunum: string
  skippable: boolean
  onSkip: () => void
  onEdit: () => void
}) {
  const words = useWords(travelWords)
  const form = useWords(formWords)
  const language = useLanguage()
  return (
    <>
      <div className={join(styles['shown'], waiting && styles['later'])}>
        <Icon of={Eye} />
        <b>{waiting ? words.shownWaiting : words.shownTitle}</b>
        <TextButton onClick={onEdit}>{form.edit}</TextButton>
      </div>
      <Card flush>
        <Row label={words.startCity} value={sayRegion(record.startCity)} />
        <Row label={words.startDate} value={longDay(record.startDate, language)} />
        <Row label={words.arrivalDate} value={longDay(record.arrivalDate, language)} />
        <Row label={words.arrivalTime} value={record.arrivalTime} />
      </Card>
      <Card flush>
        <Row label={words.mode} value={words.modeNames[record.mode] ?? record.mode} />
        <Row label={words.companions} value={record.companions} />
        <Row label={words.remark} value={record.remark} />
      </Card>
      <div className={styles['actions']}>
        <Button onClick={onSkip}>{skippable ? form.skip : form.continueNext}</Button>
        <ButtonLink
          tone="second"
          to="/friendRecommended/$sort/$stunum"
          params={{ sort: step, stunum }}
        >
          {words.view}
        </ButtonLink>
      </div>
    </>
  )
}
