import { Check, CircleAlert, Clock } from 'lucide'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useUnseenDeliveryCount, useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { findFormTitle } from '#i18n/form-titles'
import { homeWaitingTexts } from '#i18n/home-waiting'

/**
 * Unsent forms, and forms that were delivered without the user having seen it, with a link to the
 * outbox. Renders nothing if there are none.
 */
export function OutboxCard() {
  const texts = useTexts(homeWaitingTexts)
  const language = useLanguage()
  const bound = useSession() !== null
  const { topLevelItems, unavailable, loss } = useOutboxStatus()
  const arrived = useUnseenDeliveryCount()
  const newest = topLevelItems.at(-1)
  if (unavailable || loss !== undefined) {
    const mark = (
      <Pill tone="need" icon={<Icon of={CircleAlert} />}>
        {loss === undefined ? texts.unread : texts.storeGone}
      </Pill>
    )
    return (
      <Card flush>
        <RowLink
          to="/outbox"
          leading={mark}
          value={loss === undefined ? texts.unreadText : texts.storeGoneText}
        />
      </Card>
    )
  }
  if (newest === undefined) {
    if (arrived === 0 || !bound) return null
    const done = (
      <Pill tone="done" icon={<Icon of={Check} />}>
        {texts.arrived(arrived)}
      </Pill>
    )
    return (
      <Card flush>
        <RowLink to="/outbox" leading={done} value={texts.arrivedText} />
      </Card>
    )
  }
  const needing = topLevelItems.filter(
    (item) => item.state === 'needs-you' || item.state === 'conflict',
  ).length
  const title = findFormTitle(newest.form)?.[language] ?? ''
  const pill =
    needing > 0 ? (
      <Pill tone="need" icon={<Icon of={CircleAlert} />}>
        {texts.needYou(needing)}
      </Pill>
    ) : (
      <Pill tone="wait" icon={<Icon of={Clock} />}>
        {texts.waiting(topLevelItems.length)}
      </Pill>
    )
  return (
    <Card flush>
      <RowLink
        to="/outbox"
        leading={pill}
        value={needing > 0 ? texts.needYouText : texts.savedHere(title)}
      />
    </Card>
  )
}
