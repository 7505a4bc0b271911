import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { APPLICATION_APPROVED, APPLICATION_PENDING } from '#contract/green-channel'
import { greenChannelReview } from '#contract/green-channel-review'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'

/**
 * Earlier decisions on an application with reviewer, time and remark. Renders nothing if there are
 * none.
 */
export function DecisionHistory({ id }: { id: string }) {
  const texts = useTexts(greenChannelReviewTexts)
  const steps = useOnlineQuery({
    name: 'audit-history',
    entry: greenChannelReview.history,
    input: { id },
  }).data?.steps
  if (steps === undefined || steps.length === 0) return null
  const named = (status: string) =>
    status === APPLICATION_PENDING
      ? texts.pending
      : status === APPLICATION_APPROVED
        ? texts.approved
        : texts.rejected
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
