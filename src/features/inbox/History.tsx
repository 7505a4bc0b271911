import { useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import type { InboxEvent } from '#contract/inbox'
import { inboxWords } from '#words/inbox'
import { useRoleName } from './roles.ts'

/** What happened to an entry, oldest first: who did what and when, and what was said. */
export function History({ events }: { events: readonly InboxEvent[] }) {
  const words = useWords(inboxWords)
  const roleName = useRoleName()
  const done = {
    answer: words.didAnswer,
    assign: words.didAssign,
    close: words.didClose,
    reopen: words.didReopen,
    unsolved: words.didUnsolved,
  }
  const saidIn = ({ act, content, to, toRole }: InboxEvent) =>
    act === 'assign' ? to || roleName(toRole) || words.nobody : content
  if (events.length === 0) return null
  return (
    <Card flush title={words.history}>
      {events.map((one) => (
        <Row
          key={one.id}
          label={done[one.act]}
          value={saidIn(one)}
          description={`${one.by || words.who} ${one.at}`}
        />
      ))}
    </Card>
  )
}
