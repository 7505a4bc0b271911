import {
  type TableColumn,
  FilterSelect,
  useListFilter,
  PagedTable,
  ReasonSheet,
  formatChinaTime,
  SearchLine,
  DateRangeFields,
  StudentLink,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { CallInput } from '#contract/call'
import {
  outsidePayments,
  OUTSIDE_PAYMENT_WAYS,
  type OutsidePaymentEntry,
} from '#contract/outside-payments'
import { entrySourceName, outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'
import { RecordPayment } from './RecordPayment.tsx'

type Wanted = Omit<CallInput<typeof outsidePayments.list>, 'after' | 'find'>
const EVERYTHING: Wanted = { way: '', from: '', to: '' }

/** The payments that finance has recorded, with the forms to record one and to take one back. */
export function OutsidePayments() {
  const texts = useTexts(outsidePaymentTexts)
  const language = useLanguage()
  const { typed, type, wanted, search, changes, again } = useListFilter(EVERYTHING)
  const columns: readonly TableColumn<OutsidePaymentEntry>[] = [
    { title: texts.student, cell: (row) => <StudentLink of={row} /> },
    { title: texts.sum, cell: ({ amount }) => formatMoney(amount), isNumeric: true },
    {
      title: texts.way,
      cell: ({ way, reference, paidOn }) => (
        <>
          <div>{`${paymentChannelName(way, language)} ${paidOn}`}</div>
          <MutedText>{reference}</MutedText>
        </>
      ),
    },
    {
      title: texts.items,
      cell: ({ items, surplus }) => (
        <>
          {items.map((item) => (
            <div key={item}>{item}</div>
          ))}
          {surplus > 0 && <div>{`${texts.surplus} ${formatMoney(surplus)}`}</div>}
        </>
      ),
    },
    {
      title: texts.at,
      cell: ({ at, by, source, note }) => (
        <>
          <div>{formatChinaTime(at)}</div>
          <MutedText>{`${entrySourceName(source, language)} ${by} ${note}`}</MutedText>
        </>
      ),
    },
    {
      title: texts.state,
      cell: ({ reference, takenBack }) =>
        takenBack === null ? (
          <>
            <Pill tone="done">{texts.counts}</Pill>
            <TakeBack reference={reference} onEnd={again} />
          </>
        ) : (
          <>
            <Pill tone="mute">{texts.takenBack}</Pill>
            <MutedText>
              {`${takenBack.note} ${takenBack.by} ${formatChinaTime(takenBack.at)}`}
            </MutedText>
          </>
        ),
    },
  ]
  return (
    <>
      <MutedText>{texts.about}</MutedText>
      <div>
        <RecordPayment onRecorded={again} />
      </div>
      <SearchLine label={texts.find} onSearch={search}>
        <FilterSelect
          label={texts.way}
          any={texts.anyWay}
          values={OUTSIDE_PAYMENT_WAYS}
          nameOf={(way) => paymentChannelName(way, language)}
          value={typed.way}
          onChange={(way) => type({ way })}
        />
        <DateRangeFields labels={texts} value={typed} onChange={type} />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="outside-payments"
        entry={outsidePayments.list}
        input={wanted}
        exported={outsidePayments.export}
        follows={changes}
        rowsOf={({ entries }) => entries}
        columns={columns}
        rowKey={({ reference }) => reference}
        empty={<p>{texts.none}</p>}
      />
    </>
  )
}

function TakeBack({ reference, onEnd }: { reference: string; onEnd: () => void }) {
  const texts = useTexts(outsidePaymentTexts)
  return (
    <ReasonSheet
      action={texts.takeBack}
      named={texts.takeBackNamed(reference)}
      about={texts.takeBackAbout}
      entry={outsidePayments.takeBack}
      input={(reason) => ({ reference, reason })}
      done={texts.takenBack}
      onEnd={onEnd}
    />
  )
}
