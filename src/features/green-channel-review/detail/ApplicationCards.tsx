import { MaskedNumberRow } from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { type GreenChannelApplication, APPLICATION_REJECTED } from '#contract/green-channel'
import { greenChannelReview } from '#contract/green-channel-review'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from '../kinds.ts'
import { ApplicationStatusPill } from './ApplicationStatusPill.tsx'

/** The applicant and the content of the application. */
export function ApplicationCards({
  kind,
  application,
}: {
  kind: ApplicationKind
  application: GreenChannelApplication
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const { status, reason, auditAmount } = application
  const about = [
    [texts.number, application.number],
    [texts.department, application.department],
    [texts.major, application.major],
    [texts.className, application.className],
  ] as const
  const numbers = [
    [
      'idCard',
      application.idType === undefined ? texts.idCard : texts.idNumber,
      application.idCard,
    ],
    ['phone', texts.phone, application.phone],
  ] as const
  return (
    <>
      <Card flush title={texts.student}>
        {about.map(
          ([label, value]) =>
            value !== undefined && value !== '' && <Row key={label} label={label} value={value} />,
        )}
        {numbers.map(
          ([what, label, masked]) =>
            masked !== undefined &&
            masked !== '' && (
              <MaskedNumberRow
                key={what}
                label={label}
                masked={masked}
                reveal={greenChannelReview.reveal}
                student={application.student}
                what={what}
              />
            ),
        )}
      </Card>
      <Card flush title={texts.data}>
        <Row label={texts.status} value={<ApplicationStatusPill status={status} />} />
        {status === APPLICATION_REJECTED && reason !== '' && (
          <Row label={texts.reason} value={reason} />
        )}
        {status !== APPLICATION_REJECTED && reason !== '' && (
          <Row label={texts.remark} value={reason} />
        )}
        <Row label={texts.year} value={texts.yearNamed(application.year)} />
        <Row label={texts.amount} value={<b>{formatMoney(application.amount)}</b>} />
        {auditAmount !== null && <Row label={texts.auditAmount} value={formatMoney(auditAmount)} />}
        {kind === 'loan' ? (
          <>
            <Row label={texts.contract} value={application.contract} />
            <Row label={texts.receipt} value={application.receipt} />
          </>
        ) : (
          <Row label={texts.type} value={texts.household} />
        )}
        <Row label={texts.appliedAt} value={application.appliedAt} />
      </Card>
    </>
  )
}
