import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { Row } from '#app/ui/Row.tsx'
import { type Application, APPROVED, PENDING, REJECTED } from '#contract/greenchannel'
import { greenchannelWords } from '#words/greenchannel'
import { Actions } from './Actions.tsx'
import { StoredPicture } from './StoredPicture.tsx'
import type { Kind } from './useApplication.ts'
import styles from './greenchannel.module.css'

/**
 * How an application stands, all that it says, and what can be done with it (GRN-05, GRN-33,
 * GRN-34).
 */
export function SubmittedApplication({
  application,
  kind,
  stunum,
  onAgain,
  invalidate,
}: {
  application: Application
  kind: Kind
  stunum: string
  onAgain: (application: Application) => void
  invalidate: () => Promise<unknown>
}) {
  const words = useWords(greenchannelWords)
  const { status, reason } = application
  return (
    <>
      <Card flush title={words.application}>
        <Row label={words.reviewStatus} value={<StatusPill status={status} />} />
        {status === REJECTED && reason !== '' && <Row label={words.reason} value={reason} />}
        <Row label={words.year} value={words.yearNamed(application.year)} />
        {kind === 'loan' && (
          <>
            <Row label={words.amount} value={<b>{shownMoney(application.amount)}</b>} />
            <Row label={words.contract} value={application.contract} />
            <Row label={words.receipt} value={application.receipt} />
          </>
        )}
        {kind === 'household' && (
          <>
            <Row label={words.type} value={words.household} />
            <Row label={words.deferAmount} value={<b>{shownMoney(application.amount)}</b>} />
          </>
        )}
        <Row label={words.appliedAt} value={application.appliedAt} />
      </Card>
      <Card>
        {kind === 'loan' ? (
          <StoredPicture name={words.receiptImage} of={application.picture} />
        ) : (
          <div className={styles['pair']}>
            <StoredPicture name={words.householder} of={application.picture} />
            <StoredPicture name={words.own} of={application.picture2} />
          </div>
        )}
      </Card>
      <Actions
        application={application}
        stunum={stunum}
        onAgain={onAgain}
        invalidate={invalidate}
      />
    </>
  )
}

function StatusPill({ status }: { status: string }) {
  const words = useWords(greenchannelWords)
  if (status === PENDING) return <ReviewPill review="pending">{words.pending}</ReviewPill>
  if (status === APPROVED) return <ReviewPill review="approved">{words.approved}</ReviewPill>
  return <ReviewPill review="rejected">{words.rejected}</ReviewPill>
}
