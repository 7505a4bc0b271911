import { Eye } from 'lucide'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { joinClassNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { StoredTravel } from '#contract/travel'
import { formTexts } from '#i18n/form'
import { formatRegion } from '#i18n/region'
import { travelTexts } from '#i18n/travel'
import styles from './travel.module.css'

/**
 * A travel record that is visible to others. It has no submit button, but links to the next step,
 * the fellow travellers, and the form (TRV-08, D-47).
 */
export function TravelRecordView({
  record,
  waiting,
  step,
  stunum,
  skippable,
  onSkip,
  onEdit,
}: {
  record: StoredTravel
  /** Whether the university has not received the record yet. */
  waiting: boolean
  step: string
  stunum: string
  skippable: boolean
  onSkip: () => void
  onEdit: () => void
}) {
  const texts = useTexts(travelTexts)
  const form = useTexts(formTexts)
  const language = useLanguage()
  return (
    <>
      <div className={joinClassNames(styles['shown'], waiting && styles['later'])}>
        <Icon of={Eye} />
        <b>{waiting ? texts.shownWaiting : texts.shownTitle}</b>
        <TextButton onClick={onEdit}>{form.edit}</TextButton>
      </div>
      <Card flush>
        <Row label={texts.startCity} value={formatRegion(record.startCity)} />
        <Row label={texts.startDate} value={formatLongDay(record.startDate, language)} />
        <Row label={texts.arrivalDate} value={formatLongDay(record.arrivalDate, language)} />
        <Row label={texts.arrivalTime} value={record.arrivalTime} />
      </Card>
      <Card flush>
        <Row label={texts.mode} value={texts.modeNames[record.mode] ?? record.mode} />
        <Row label={texts.companions} value={record.companions} />
        <Row label={texts.remark} value={record.remark} />
      </Card>
      <div className={styles['actions']}>
        <Button onClick={onSkip}>{skippable ? form.skip : form.continueNext}</Button>
        <ButtonLink
          tone="second"
          to="/friendRecommended/$sort/$stunum"
          params={{ sort: step, stunum }}
        >
          {texts.view}
        </ButtonLink>
      </div>
    </>
  )
}
