import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  DateRangeFields,
  ExportButtons,
  PagedTable,
  formatChinaTime,
  SearchLine,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
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

const StudentLink = ({
  student,
  name,
  studentNumber,
}: Pick<Refund, 'student' | 'name' | 'studentNumber'>) => (
  <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
    {name} {studentNumber}
  </Link>
)

function RefundList({ changes, onChange }: ListProps) {
  const texts = useTexts(refundTexts)
  const states = useTexts(refundStateTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(EVERYTHING)
  const [wanted, setWanted] = useState({ ...EVERYTHING, find: '' })
  const stateNames: Readonly<Record<string, string>> = states
  const wayOf = (way: string) => {
    const known = REFUND_WAYS.find((one) => one === way)
    return known === undefined ? way : texts[known]
  }
  const columns: readonly TableColumn<Refund>[] = [
    { key: 'student', title: texts.student, cell: (refund) => <StudentLink {...refund} /> },
    {
      key: 'amount',
      title: texts.refundAmount,
      cell: ({ amount }) => formatMoney(amount),
      isNumeric: true,
    },
    {
      key: 'way',
      title: texts.way,
      cell: ({ way, toYear, number }) => (
        <>
          <div>{`${wayOf(way)}${toYear === 0 ? '' : ` ${toYear}`}`}</div>
          <MutedText>{number}</MutedText>
        </>
      ),
    },
    {
      key: 'payment',
      title: texts.paidPayment,
      cell: ({ year, channel, paid, transaction }) => (
        <>
          <div>{`${year} ${paymentChannelName(channel, language)} ${formatMoney(paid)}`}</div>
          <MutedText>{transaction}</MutedText>
        </>
      ),
    },
    {
      key: 'asked',
      title: texts.asked,
      cell: ({ requestedBy, requestedAt, reason }) => (
        <>
          <div>{reason}</div>
          <MutedText>{`${requestedBy} ${formatChinaTime(requestedAt)}`}</MutedText>
        </>
      ),
    },
    {
      key: 'state',
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
      <SearchLine label={texts.find} onSearch={(find) => setWanted({ ...typed, find })}>
        <SelectField
          label={texts.state}
          value={typed.state}
          options={[
            { value: '', label: texts.anyState },
            ...REFUND_STATES.map((value) => ({ value, label: states[value] })),
          ]}
          onChange={(state) =>
            setTyped({ ...typed, state: REFUND_STATES.find((one) => one === state) ?? '' })
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
        entry={refunds.export}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.title}
        name="refunds"
        entry={refunds.list}
        input={wanted}
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
    { key: 'student', title: texts.student, cell: (excess) => <StudentLink {...excess} /> },
    { key: 'year', title: texts.year, cell: ({ year }) => year },
    {
      key: 'amount',
      title: texts.excessAmount,
      cell: ({ amount }) => formatMoney(amount),
      isNumeric: true,
    },
    {
      key: 'pending',
      title: texts.pending,
      cell: ({ pending }) => (pending === 0 ? '' : formatMoney(pending)),
      isNumeric: true,
    },
    {
      key: 'request',
      title: '',
      cell: ({ name, studentNumber, year }) => (
        <RequestRefund about={{ number: studentNumber, name, year }} onRequested={onChange} />
      ),
    },
  ]
  return (
    <>
      <SearchLine name={texts.excess} label={texts.excessFind} onSearch={setFind} />
      <ExportButtons
        named
        what={texts.excess}
        entry={refunds.exportExcess}
        inputFor={(format) => ({ find, format })}
      />
      <PagedTable
        title={texts.excess}
        name="fee-excess"
        entry={refunds.excess}
        input={{ find }}
        follows={changes}
        rowsOf={(answer) => answer.excess}
        columns={columns}
        rowKey={({ student, year }) => `${student} ${year}`}
        empty={<p>{texts.noExcess}</p>}
      />
    </>
  )
}
