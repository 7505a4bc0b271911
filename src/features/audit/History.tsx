import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { audit } from '#contract/audit'
import { APPROVED, PENDING } from '#contract/greenchannel'
import { auditWords } from '#words/audit'

/** Who decided an application before, when, and with what remark; nothing while nobody did. */
export function History({ id }: { id: string }) {
  const words = useWords(auditWords)
  const steps = useLiveRead({ name: 'audit-history', entry: audit.history, input: { id } }).data
    ?.steps
  if (steps === undefined || steps.length === 0) return null
  const named = (status: string) =>
    status === PENDING ? words.pending : status === APPROVED ? words.approved : words.rejected
  return (
    <Card flush title={words.history}>
      {steps.map(({ id: step, at, by, from, to, reason }) => (
        <Row
          key={step}
          label={words.fromTo(named(from), named(to))}
          value={reason}
          description={`${by} ${at}`}
        />
      ))}
    </Card>
  )
}
