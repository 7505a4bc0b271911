import { Link } from '@tanstack/react-router'
import {
  type TableColumn,
  ExportButtons,
  PagedTable,
  formatChinaTime,
} from '#app/features/office/public.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import type { CallInput } from '#contract/call'
import { type BookEntry, finance } from '#contract/finance'
import { financeTexts } from '#i18n/finance'
import { financeTotalsTexts, nameTotalGroup } from '#i18n/finance-totals'
import { entrySourceName } from '#i18n/outside-payments'
import { buildFinanceAddress, parseFinanceAddress } from './finance-address.ts'

type Wanted = Omit<CallInput<typeof finance.entries>, 'after'>

/** The entries of the books that a total counts. */
export function BookEntries({ address }: { address: string }) {
  const texts = useTexts(financeTexts)
  const books = useTexts(financeTotalsTexts)
  const language = useLanguage()
  const { by, key, ...given } = parseFinanceAddress(address)
  const from = given.from || chinaToday()
  const to = given.to || from
  const wanted: Wanted = { day: from, to, by, key }
  const days = [...new Set([from, to])].join(' – ')
  const title = `${nameTotalGroup(by, key, language)} ${days}`
  const columns: readonly TableColumn<BookEntry>[] = [
    {
      key: 'student',
      title: texts.student,
      cell: ({ student, name, studentNumber }) => (
        <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
          {name} {studentNumber}
        </Link>
      ),
    },
    { key: 'sum', title: texts.sum, cell: ({ amount }) => formatMoney(amount), isNumeric: true },
    ...(by === 'item'
      ? [
          {
            key: 'part',
            title: books.part,
            cell: ({ part }: BookEntry) => formatMoney(part),
            isNumeric: true,
          },
        ]
      : []),
    {
      key: 'channel',
      title: texts.channel,
      cell: ({ channel }) => nameTotalGroup('channel', channel, language),
    },
    { key: 'year', title: texts.year, cell: ({ year }) => year },
    { key: 'college', title: books.collegeColumn, cell: ({ college }) => college },
    { key: 'at', title: books.at, cell: ({ at }) => formatChinaTime(at), short: true },
    {
      key: 'transaction',
      title: books.entry,
      cell: ({ transaction, by: who, source, note }) => (
        <>
          <div>{transaction}</div>
          <MutedText>
            {[source && entrySourceName(source, language), who, note].filter(Boolean).join(' ')}
          </MutedText>
        </>
      ),
    },
  ]
  return (
    <>
      <div>
        <Link to="/manage/$" params={{ _splat: buildFinanceAddress('day', { from, to }) }}>
          {books.back}
        </Link>
      </div>
      <h2>{title}</h2>
      <MutedText>{books.entriesAbout}</MutedText>
      <ExportButtons
        named
        what={books.entries}
        entry={finance.exportEntries}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={title}
        name="finance-entries"
        entry={finance.entries}
        input={wanted}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ transaction }) => transaction}
        empty={<p>{books.none}</p>}
      />
    </>
  )
}
