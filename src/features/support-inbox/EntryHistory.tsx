import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { InboxEvent } from '#contract/support-inbox'
import { supportInboxTexts } from '#i18n/support-inbox'
import { useRoleName } from './useRoleName.ts'

/** The history of an entry, oldest first: author, time, action and text. */
export function EntryHistory({ events }: { events: readonly InboxEvent[] }) {
  const texts = useTexts(supportInboxTexts)
  const roleName = useRoleName()
  const done = {
    answer: texts.didAnswer,
    assign: texts.didAssign,
    close: texts.didClose,
    reopen: texts.didReopen,
    unsolved: texts.didUnsolved,
  }
  const saidIn = ({ act, content, to, toRole }: InboxEvent) =>
    act === 'assign' ? to || roleName(toRole) || texts.nobody : content
  if (events.length === 0) return null
  return (
    <Card flush title={texts.history}>
      {events.map((one) => (
        <Row
          key={one.id}
          label={done[one.act]}
          value={saidIn(one)}
          description={`${one.by || texts.who} ${one.at}`}
        />
      ))}
    </Card>
  )
}
