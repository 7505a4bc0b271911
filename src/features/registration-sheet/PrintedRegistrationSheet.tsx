import { useCachedQuery, cachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { QrCode } from '#app/ui/QrCode.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { type RegistrationSheet, registrationSheet } from '#contract/registration-sheet'
import { registrationSheetTexts } from '#i18n/registration-sheet'
import { FeeBill } from './FeeBill.tsx'

/** The university's sheet of one fee year, in six parts (RPT-09). */
export function PrintedRegistrationSheet({ idCard, year }: { idCard: string; year: number }) {
  const texts = useTexts(registrationSheetTexts)
  const kept = useCachedQuery(reportSheetQuery({ idCard, year }))
  const sheet = kept.data?.sheet
  if (sheet !== undefined) return <Shown sheet={sheet} year={year} />
  if (kept.state === 'loading') return <Skeleton rows={7} />
  return <ErrorState title={texts.failed} text={kept.problem} why={kept.why} onRetry={kept.retry} />
}

function Shown({ sheet, year }: { sheet: RegistrationSheet; year: number }) {
  const texts = useTexts(registrationSheetTexts)
  // The response contains no number, so the signed-in student's number is shown; a student without
  // a student number has the exam number.
  const session = useSession()
  const number = session?.person.role === 'student' ? session.person.number : ''
  const stunum = session?.stunum ?? ''
  const named = useTranslateName()
  const { building = '', room = '', bed = '' } = sheet
  const place = [building === '' ? '' : named(building), room, bed]
    .filter((part) => part !== '')
    .join(' ')
  return (
    <>
      <PrintSheet
        school={appConfig.school}
        title={texts.title}
        subtitle={texts.yearNamed(year)}
        signatures={[texts.studentSigns, texts.officeSigns, texts.date]}
      >
        <Card flush>
          <Row label={texts.name} value={sheet.name} />
          {number !== '' && <Row label={texts.number} value={number} />}
          {number === '' && stunum !== '' && <Row label={texts.examNumber} value={stunum} />}
          <Row label={texts.department} value={sheet.department} />
          <Row label={texts.className} value={sheet.className} />
          <Row label={texts.room} value={place || texts.noRoom} />
          <Row label={texts.email} value={sheet.email || texts.none} />
          <Row label={texts.phone} value={sheet.phone || texts.none} />
        </Card>
        <Card title={texts.fees}>
          {sheet.payments.length === 0 ? (
            <p>{texts.noFees}</p>
          ) : (
            <FeeBill items={sheet.payments.map(({ way, fees }) => ({ name: way, fen: fees }))} />
          )}
        </Card>
        {sheet.payments.length > 0 && <FeeTotals sheet={sheet} />}
        {sheet.code !== undefined && (
          <Card title={texts.code}>
            <QrCode text={sheet.code} label={texts.code} />
            <p>{texts.codeText}</p>
          </Card>
        )}
      </PrintSheet>
      <PrintButton label={texts.print} />
    </>
  )
}

/**
 * The paid, deducted and owed amounts of the fee year; nothing if the backend does not send them.
 */
function FeeTotals({ sheet: { paid, offset = 0, owed } }: { sheet: RegistrationSheet }) {
  const texts = useTexts(registrationSheetTexts)
  if (paid === undefined || owed === undefined) return null
  return (
    <Card flush>
      <Row label={texts.paid} value={formatMoney(paid)} />
      {offset > 0 && <Row label={texts.offset} value={formatMoney(offset)} />}
      <Row label={texts.owed} value={owed === 0 ? texts.settled : <b>{formatMoney(owed)}</b>} />
    </Card>
  )
}

/**
 * Reads the report sheet of a fee year with all its items. It is read at each visit (RPT-08,
 * D-101).
 */
const reportSheetQuery = ({ idCard, year }: { idCard: string; year: number }) =>
  cachedQuery({
    name: 'report',
    parts: [year],
    entry: registrationSheet.sheet,
    input: { idCard, year: String(year), payType: '' },
    maxAge: 0,
  })
