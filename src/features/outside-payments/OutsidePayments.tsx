import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  ExportButtons,
  PagedTable,
  ReasonSheet,
  formatChinaTime,
  SearchLine,
  DateRangeFields,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { showToast } from '#app/ui/toast.ts'
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
  const [typed, setTyped] = useState(EVERYTHING)
  const [wanted, setWanted] = useState({ ...EVERYTHING, find: '' })
  const [changes, setChanges] = useState(0)
  const again = () => setChanges((before) => before + 1)
  const columns: readonly TableColumn<OutsidePaymentEntry>[] = [
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
    {
      key: 'way',
      title: texts.way,
      cell: ({ way, reference, paidOn }) => (
        <>
          <div>{`${paymentChannelName(way, language)} ${paidOn}`}</div>
          <MutedText>{reference}</MutedText>
        </>
      ),
    },
    {
      key: 'items',
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
      key: 'at',
      title: texts.at,
      cell: ({ at, by, source, note }) => (
        <>
          <div>{formatChinaTime(at)}</div>
          <MutedText>{`${entrySourceName(source, language)} ${by} ${note}`}</MutedText>
        </>
      ),
    },
    {
      key: 'state',
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
      <SearchLine label={texts.find} onSearch={(find) => setWanted({ ...typed, find })}>
        <SelectField
          label={texts.way}
          value={typed.way}
          options={[
            { value: '', label: texts.anyWay },
            ...OUTSIDE_PAYMENT_WAYS.map((value) => ({
              value,
              label: paymentChannelName(value, language),
            })),
          ]}
          onChange={(chosen) =>
            setTyped({ ...typed, way: OUTSIDE_PAYMENT_WAYS.find((one) => one === chosen) ?? '' })
          }
        />
        <DateRangeFields
          labels={texts}
          value={typed}
          onChange={(range) => setTyped({ ...typed, ...range })}
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.title}
        entry={outsidePayments.export}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.title}
        name="outside-payments"
        entry={outsidePayments.list}
        input={wanted}
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
  const { send, busy, problem } = useOnlineCall()
  return (
    <ReasonSheet
      action={texts.takeBack}
      named={texts.takeBackNamed(reference)}
      about={texts.takeBackAbout}
      busy={busy}
      problem={problem}
      onRefused={onEnd}
      onConfirm={async (reason) => {
        const outcome = await send(outsidePayments.takeBack, { reference, reason })
        if (outcome?.type !== 'ok') return false
        showToast(texts.takenBack)
        onEnd()
        return true
      }}
    />
  )
}
