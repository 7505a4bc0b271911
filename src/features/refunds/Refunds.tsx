import { useState } from 'react'
import {
  type TableColumn,
  DateRangeFields,
  FilterSelect,
  useListFilter,
  StudentLink,
  PagedTable,
  formatChinaTime,
  SearchLine,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { CallInput } from '#contract/call'
import { type FeeExcess, REFUND_STATES, REFUND_WAYS, type Refund, refunds } from '#contract/refunds'
import { paymentChannelName } from '#i18n/payment-channels'
import { refundStateTexts, refundTexts } from '#i18n/refunds'
import { RefundActions } from './RefundActions.tsx'
import { RequestRefund } from './RequestRefund.tsx'

type Wanted = Omit<CallInput<typeof refunds.list>, 'after' | 'find'>
const EVERYTHING: Wanted = { state: '', from: '', to: '' }
const TONES: Readonly<Record<string, Tone>> = {
  done: 'done',
  stuck: 'need',
  failed: 'need',
  rejected: 'mute',
}

/** The refunds with what can be done about each, and the years for which too much was paid. */
export function Refunds() {
  const texts = useTexts(refundTexts)
  const [changes, setChanges] = useState(0)
  const again = () => setChanges((before) => before + 1)
  return (
    <>
      <MutedText>{texts.about}</MutedText>
      <div>
        <RequestRefund onRequested={again} />
      </div>
      <RefundList changes={changes} onChange={again} />
      <h2>{texts.excess}</h2>
      <MutedText>{texts.excessAbout}</MutedText>
      <ExcessList changes={changes} onChange={again} />
    </>
  )
}

interface ListProps {
  /** A number that changes when the list has to be read again. */
  readonly changes: number
  readonly onChange: () => void
}

function RefundList({ changes, onChange }: ListProps) {
  const texts = useTexts(refundTexts)
  const states = useTexts(refundStateTexts)
  const language = useLanguage()
  const { typed, type, wanted, search } = useListFilter(EVERYTHING)
  const stateNames: Readonly<Record<string, string>> = states
  const wayOf = (way: string) => {
    const known = REFUND_WAYS.find((one) => one === way)
    return known === undefined ? way : texts[known]
  }
  const columns: readonly TableColumn<Refund>[] = [
    { title: texts.student, cell: (refund) => <StudentLink of={refund} /> },
    { title: texts.refundAmount, cell: ({ amount }) => formatMoney(amount), isNumeric: true },
    {
      title: texts.way,
      cell: ({ way, toYear, number }) => (
        <>
          <div>{`${wayOf(way)}${toYear === 0 ? '' : ` ${toYear}`}`}</div>
          <MutedText>{number}</MutedText>
        </>
      ),
    },
    {
      title: texts.paidPayment,
      cell: ({ year, channel, paid, transaction }) => (
        <>
          <div>{`${year} ${paymentChannelName(channel, language)} ${formatMoney(paid)}`}</div>
          <MutedText>{transaction}</MutedText>
        </>
      ),
    },
    {
      title: texts.asked,
      cell: ({ requestedBy, requestedAt, reason }) => (
        <>
          <div>{reason}</div>
          <MutedText>{`${requestedBy} ${formatChinaTime(requestedAt)}`}</MutedText>
        </>
      ),
    },
    {
      title: texts.state,
      cell: (refund) => (
        <>
          <Pill tone={TONES[refund.state] ?? 'wait'}>
            {stateNames[refund.state] ?? refund.state}
          </Pill>
          {refund.problem !== '' && <div>{`${texts.problem}: ${refund.problem}`}</div>}
          {refund.decidedAt !== '' && (
            <MutedText>
              {`${refund.decidedBy} ${formatChinaTime(refund.decidedAt)} ${refund.decisionNote}`}
            </MutedText>
          )}
          {refund.doneAt !== '' && (
            <MutedText>
              {[
                paymentChannelName(refund.paidWay, language),
                refund.paidReference || refund.gatewayRefund,
                refund.paidOn || formatChinaTime(refund.doneAt),
              ].join(' ')}
            </MutedText>
          )}
          <RefundActions refund={refund} onEnd={onChange} />
        </>
      ),
    },
  ]
  return (
    <>
      <SearchLine label={texts.find} onSearch={search}>
        <FilterSelect
          label={texts.state}
          any={texts.anyState}
          values={REFUND_STATES}
          nameOf={(state) => states[state]}
          value={typed.state}
          onChange={(state) => type({ state })}
        />
        <DateRangeFields labels={texts} value={typed} onChange={type} />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="refunds"
        entry={refunds.list}
        input={wanted}
        exported={refunds.export}
        follows={changes}
        rowsOf={(answer) => answer.refunds}
        columns={columns}
        rowKey={({ number }) => number}
        empty={<p>{texts.none}</p>}
      />
    </>
  )
}

function ExcessList({ changes, onChange }: ListProps) {
  const texts = useTexts(refundTexts)
  const [find, setFind] = useState('')
  const columns: readonly TableColumn<FeeExcess>[] = [
    { title: texts.student, cell: (excess) => <StudentLink of={excess} /> },
    { title: texts.year, cell: ({ year }) => year },
    { title: texts.excessAmount, cell: ({ amount }) => formatMoney(amount), isNumeric: true },
    {
      title: texts.pending,
      cell: ({ pending }) => (pending === 0 ? '' : formatMoney(pending)),
      isNumeric: true,
    },
    {
      title: '',
      cell: ({ name, studentNumber, year }) => (
        <RequestRefund about={{ number: studentNumber, name, year }} onRequested={onChange} />
      ),
    },
  ]
  return (
    <>
      <SearchLine name={texts.excess} label={texts.excessFind} onSearch={setFind} />
      <PagedTable
        title={texts.excess}
        name="fee-excess"
        entry={refunds.excess}
        input={{ find }}
        exported={refunds.exportExcess}
        follows={changes}
        rowsOf={(answer) => answer.excess}
        columns={columns}
        rowKey={({ student, year }) => `${student} ${year}`}
        empty={<p>{texts.noExcess}</p>}
      />
    </>
  )
}
