import { MaskedRow } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { audit } from '#contract/audit'
import { type Application, REJECTED } from '#contract/greenchannel'
import { auditWords } from '#words/audit'
import type { Kind } from './kinds.ts'
import { StatusPill } from './StatusPill.tsx'

/** Who applies, and for what. */
export function ApplicationCards({ kind, application }: { kind: Kind; application: Application }) {
  const words = useWords(auditWords)
  const { status, reason, auditAmount } = application
  const about = [
    [words.number, application.number],
    [words.department, application.department],
    [words.major, application.major],
    [words.className, application.className],
  ] as const
  const numbers = [
    ['idCard', words.idCard, application.idCard],
    ['phone', words.phone, application.phone],
  ] as const
  return (
    <>
      <Card flush title={words.student}>
        {about.map(
          ([label, value]) =>
            value !== undefined && value !== '' && <Row key={label} label={label} value={value} />,
        )}
        {numbers.map(
          ([what, label, masked]) =>
            masked !== undefined &&
            masked !== '' && (
              <MaskedRow
                key={what}
                label={label}
                masked={masked}
                reveal={audit.reveal}
                student={application.student}
                what={what}
              />
            ),
        )}
      </Card>
      <Card flush title={words.data}>
        <Row label={words.status} value={<StatusPill status={status} />} />
        {status === REJECTED && reason !== '' && <Row label={words.reason} value={reason} />}
        {status !== REJECTED && reason !== '' && <Row label={words.remark} value={reason} />}
        <Row label={words.year} value={words.yearNamed(application.year)} />
        <Row label={words.amount} value={<b>{shownMoney(application.amount)}</b>} />
        {auditAmount !== null && <Row label={words.auditAmount} value={shownMoney(auditAmount)} />}
        {kind === 'loan' ? (
          <>
            <Row label={words.contract} value={application.contract} />
            <Row label={words.receipt} value={application.receipt} />
          </>
        ) : (
          <Row label={words.type} value={words.household} />
        )}
        <Row label={words.appliedAt} value={application.appliedAt} />
      </Card>
    </>
  )
}
