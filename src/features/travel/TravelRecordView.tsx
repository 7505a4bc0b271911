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
import { travelTexts } from '#i18n/travel'
import { travelOutboxView } from './outbox-view.ts'
import styles from './travel.module.css'

const WAY = ['startCity', 'startDate', 'arrivalDate', 'arrivalTime']
const isWay = ({ name }: { name: string }) => WAY.includes(name)
// That it is public is said above the record.
const rows = travelOutboxView.fields.filter(({ name }) => name !== 'open')

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
  const fields = new Map<string, unknown>(Object.entries(record))
  return (
    <>
      <div className={joinClassNames(styles['shown'], waiting && styles['later'])}>
        <Icon of={Eye} />
        <b>{waiting ? texts.shownWaiting : texts.shownTitle}</b>
        <TextButton onClick={onEdit}>{form.edit}</TextButton>
      </div>
      {[rows.filter(isWay), rows.filter((row) => !isWay(row))].map((card, at) => (
        <Card key={at} flush>
          {card.map(({ name, label, show }) => (
            <Row
              key={name}
              label={label[language]}
              value={
                // The outbox's text also names this year.
                name === 'startDate' || name === 'arrivalDate'
                  ? formatLongDay(record[name], language)
                  : show(fields.get(name), language, record)
              }
            />
          ))}
        </Card>
      ))}
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
