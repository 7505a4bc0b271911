import { useQuery } from '@tanstack/react-query'
import { PushOffer } from '#app/features/message-channels/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { imageQuery } from '#app/lib/pictures/image-query.ts'
import { Card } from '#app/ui/Card.tsx'
import { Picture } from '#app/ui/Picture.tsx'
import { ReviewPill } from '#app/ui/ReviewPill.tsx'
import { Row } from '#app/ui/Row.tsx'
import {
  type GreenChannelApplication,
  APPLICATION_APPROVED,
  APPLICATION_PENDING,
  APPLICATION_REJECTED,
} from '#contract/green-channel'
import { greenChannelTexts } from '#i18n/green-channel'
import { pictureTexts } from '#i18n/picture'
import { ApplicationActions } from './ApplicationActions.tsx'
import type { ApplicationKind } from './useApplication.ts'
import styles from './green-channel.module.css'

/**
 * A submitted application: its status, its values, and the available actions (GRN-05, GRN-33,
 * GRN-34).
 */
export function SubmittedApplication({
  application,
  kind,
  stunum,
  onCorrect,
  invalidate,
}: {
  application: GreenChannelApplication
  kind: ApplicationKind
  stunum: string
  onCorrect: (application: GreenChannelApplication) => void
  invalidate: () => Promise<unknown>
}) {
  const texts = useTexts(greenChannelTexts)
  const { status, reason } = application
  return (
    <>
      <Card flush title={texts.application}>
        <Row label={texts.reviewStatus} value={<StatusPill status={status} />} />
        {status === APPLICATION_REJECTED && reason !== '' && (
          <Row label={texts.reason} value={reason} />
        )}
        <Row label={texts.year} value={texts.yearNamed(application.year)} />
        {kind === 'loan' && (
          <>
            <Row label={texts.amount} value={<b>{formatMoney(application.amount)}</b>} />
            <Row label={texts.contract} value={application.contract} />
            <Row label={texts.receipt} value={application.receipt} />
          </>
        )}
        {kind === 'household' && (
          <>
            <Row label={texts.type} value={texts.household} />
            <Row label={texts.deferAmount} value={<b>{formatMoney(application.amount)}</b>} />
          </>
        )}
        <Row label={texts.appliedAt} value={application.appliedAt} />
      </Card>
      <Card>
        {kind === 'loan' ? (
          <StoredPicture name={texts.receiptImage} of={application.picture} />
        ) : (
          <div className={styles['pair']}>
            <StoredPicture name={texts.householder} of={application.picture} />
            <StoredPicture name={texts.own} of={application.picture2} />
          </div>
        )}
      </Card>
      {status === APPLICATION_PENDING && <PushOffer />}
      <ApplicationActions
        application={application}
        stunum={stunum}
        onCorrect={onCorrect}
        invalidate={invalidate}
      />
    </>
  )
}

function StatusPill({ status }: { status: string }) {
  const texts = useTexts(greenChannelTexts)
  if (status === APPLICATION_PENDING)
    return <ReviewPill review="pending">{texts.pending}</ReviewPill>
  if (status === APPLICATION_APPROVED)
    return <ReviewPill review="approved">{texts.approved}</ReviewPill>
  return <ReviewPill review="rejected">{texts.rejected}</ReviewPill>
}

/** A picture of an application, fetched with the token and never cached (GRN-19). */
function StoredPicture({ name, of }: { name: string; of: string }) {
  const texts = useTexts(pictureTexts)
  const { data, isFetching, refetch } = useQuery(imageQuery(of))
  const missing = isFetching ? 'loading' : 'failed'
  return (
    <Picture
      name={name}
      blob={data}
      state={of === '' ? 'none' : data === undefined ? missing : 'here'}
      texts={texts}
      onRetry={() => void refetch()}
    />
  )
}
