import { useTexts } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { audit } from '#contract/audit'
import { APPROVED, PENDING } from '#contract/greenchannel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

/** Who decided an application before, when, and with what remark; nothing while nobody did. */
export function History({ id }: { id: string }) {
  const texts = useTexts(greenChannelReviewTexts)
  const steps = useLiveRead({ name: 'audit-history', entry: audit.history, input: { id } }).data
    ?.steps
  if (steps === undefined || steps.length === 0) return null
  const named = (status: string) =>
    status === PENDING ? texts.pending : status === APPROVED ? texts.approved : texts.rejected
  return (
    <Card flush title={texts.history}>
      {steps.map(({ id: step, at, by, from, to, reason }) => (
        <Row
          key={step}
          label={texts.fromTo(named(from), named(to))}
          value={reason}
          description={`${by} ${at}`}
        />
      ))}
    </Card>
  )
}
