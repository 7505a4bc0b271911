import { config } from '#app/lib/config.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { CodePicture } from '#app/ui/CodePicture.tsx'
import { useNamed } from '#app/ui/named.ts'
import { PrintButton } from '#app/ui/PrintButton.tsx'
import { PrintSheet } from '#app/ui/PrintSheet.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { Sheet } from '#contract/report'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import { reportWords } from '#words/report'
import { FeeBill } from './FeeBill.tsx'
import { sheetQuery } from './queries.ts'

/** The sheet of one fee year as the university has it, in six parts (RPT-09). */
export function ReportSheet({ idCard, year }: { idCard: string; year: number }) {
  const words = useWords(reportWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const kept = useKept(sheetQuery({ idCard, year }))
  const sheet = kept.data?.sheet
  if (sheet !== undefined) return <Shown sheet={sheet} year={year} />
  if (kept.state === 'loading') return <Skeleton rows={7} label={common.loading} />
  return (
    <Problem
      title={words.failed}
      text={kept.problem}
      why={kept.why}
      retryLabel={form.retry}
      onRetry={kept.retry}
    />
  )
}

function Shown({ sheet, year }: { sheet: Sheet; year: number }) {
  const words = useWords(reportWords)
  // The university's answer has none, so it is the bound student's: who has no student number yet
  // is known by the other one.
  const session = useSession()
  const number = session?.person.role === 'student' ? session.person.number : ''
  const stunum = session?.stunum ?? ''
  const named = useNamed()
  const { building = '', room = '', bed = '' } = sheet
  const place = [building === '' ? '' : named(building), room, bed]
    .filter((part) => part !== '')
    .join(' ')
  return (
    <>
      <PrintSheet
        school={config.school}
        title={words.title}
        subtitle={words.yearNamed(year)}
        signatures={[words.studentSigns, words.officeSigns, words.date]}
      >
        <Card flush>
          <Row label={words.name} value={sheet.name} />
          {number !== '' && <Row label={words.number} value={number} />}
          {number === '' && stunum !== '' && <Row label={words.examNumber} value={stunum} />}
          <Row label={words.department} value={sheet.department} />
          <Row label={words.className} value={sheet.className} />
          <Row label={words.room} value={place || words.noRoom} />
          <Row label={words.email} value={sheet.email || words.none} />
          <Row label={words.phone} value={sheet.phone || words.none} />
        </Card>
        <Card title={words.fees}>
          {sheet.payments.length === 0 ? (
            <p>{words.noFees}</p>
          ) : (
            <FeeBill items={sheet.payments.map(({ way, fees }) => ({ name: way, fen: fees }))} />
          )}
        </Card>
        {sheet.payments.length > 0 && <Standing sheet={sheet} />}
        {sheet.code !== undefined && (
          <Card title={words.code}>
            <CodePicture text={sheet.code} label={words.code} />
            <p>{words.codeText}</p>
          </Card>
        )}
      </PrintSheet>
      <PrintButton label={words.print} />
    </>
  )
}

/** What is paid, set off and owed of the fee year; nothing where the backend does not say it. */
function Standing({ sheet: { paid, offset = 0, owed } }: { sheet: Sheet }) {
  const words = useWords(reportWords)
  if (paid === undefined || owed === undefined) return null
  return (
    <Card flush>
      <Row label={words.paid} value={shownMoney(paid)} />
      {offset > 0 && <Row label={words.offset} value={shownMoney(offset)} />}
      <Row label={words.owed} value={owed === 0 ? words.settled : <b>{shownMoney(owed)}</b>} />
    </Card>
  )
}
