import { useLanguage, useWords } from '#app/lib/language.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { scannerWords } from '#words/checkin-scanner'
import { useScans } from './scans.ts'

/**
 * Confirmations that the university does not have yet, and those that it refused, with the reason
 * (D-98).
 */
export function WaitingScans() {
  const words = useWords(scannerWords)
  const language = useLanguage()
  const named = useNamed()
  const { waiting, needsYou } = useScans()
  if (waiting.length + needsYou.length === 0) return null
  return (
    <Card flush title={words.waiting(waiting.length)}>
      {needsYou.map(({ order, shown, scanned, problem }) => (
        <RowLink
          key={order}
          to="/outbox"
          label={shown?.name ?? scanned.slice(0, 12)}
          description={problem?.message}
          trailing={<Pill tone="need">{words.needsYou}</Pill>}
        />
      ))}
      {waiting.map(({ order, shown, scanned, at }) => (
        <Row
          key={order}
          label={shown?.name ?? scanned.slice(0, 12)}
          description={[
            shown && words.place(named(shown.building), shown.room),
            at !== undefined && agoOrDate(Date.parse(at), language),
          ]
            .filter(Boolean)
            .join(' · ')}
          trailing={<Pill tone="wait">{words.waitingText}</Pill>}
        />
      ))}
    </Card>
  )
}
