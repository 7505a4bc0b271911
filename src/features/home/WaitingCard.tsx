import { Check, CircleAlert, Clock } from 'lucide'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useArrivedUnseen, useOutbox } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { RowLink } from '#app/ui/Row.tsx'
import { waitingWords } from '#words/waiting'

/**
 * What this phone still holds, or what has left it unseen, and the way to it; nothing when there is
 * no news.
 */
export function WaitingCard() {
  const words = useWords(waitingWords)
  const language = useLanguage()
  const bound = useSession() !== null
  const { rows, unavailable, loss } = useOutbox()
  const arrived = useArrivedUnseen()
  const newest = rows.at(-1)
  if (unavailable || loss !== undefined) {
    const mark = (
      <Pill tone="need" icon={<Icon of={CircleAlert} />}>
        {loss === undefined ? words.unread : words.storeGone}
      </Pill>
    )
    return (
      <Card flush>
        <RowLink
          to="/outbox"
          leading={mark}
          label={loss === undefined ? words.unreadText : words.storeGoneText}
        />
      </Card>
    )
  }
  if (newest === undefined) {
    if (arrived === 0 || !bound) return null
    const done = (
      <Pill tone="done" icon={<Icon of={Check} />}>
        {words.arrived(arrived)}
      </Pill>
    )
    return (
      <Card flush>
        <RowLink to="/outbox" leading={done} label={words.arrivedText} />
      </Card>
    )
  }
  const needing = rows.filter(
    (item) => item.state === 'needs-you' || item.state === 'conflict',
  ).length
  const names: Readonly<Record<string, string>> = waitingWords.formNames[language]
  const pill =
    needing > 0 ? (
      <Pill tone="need" icon={<Icon of={CircleAlert} />}>
        {words.needYou(needing)}
      </Pill>
    ) : (
      <Pill tone="wait" icon={<Icon of={Clock} />}>
        {words.waiting(rows.length)}
      </Pill>
    )
  return (
    <Card flush>
      <RowLink
        to="/outbox"
        leading={pill}
        label={needing > 0 ? words.needYouText : words.savedHere(names[newest.form] ?? '')}
      />
    </Card>
  )
}
