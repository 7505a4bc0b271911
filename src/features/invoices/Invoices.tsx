import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  DateRangeFields,
  ExportButtons,
  PagedTable,
  SearchLine,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { CallInput } from '#contract/call'
import { INVOICE_STATES, type InvoicedPayment, invoices } from '#contract/invoices'
import { invoiceTexts } from '#i18n/invoices'
import { paymentChannelName } from '#i18n/payment-channels'

type Wanted = Omit<CallInput<typeof invoices.list>, 'after' | 'find'>
const WITHOUT_INVOICE: Wanted = { state: 'missing', from: '', to: '' }
const TONES: Readonly<Record<string, Tone>> = {
  missing: 'wait',
  issued: 'done',
  'red-needed': 'need',
}

/** The payments that need an invoice, with those that the invoicing system has issued. */
export function Invoices() {
  const texts = useTexts(invoiceTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(WITHOUT_INVOICE)
  const [wanted, setWanted] = useState({ ...WITHOUT_INVOICE, find: '' })
  const nameState = (state: string) => {
    const known = [...INVOICE_STATES, 'valid', 'cancelled', 'red'] as const
    const named = known.find((one) => one === state)
    return named === undefined ? state : texts[named]
  }
  const columns: readonly TableColumn<InvoicedPayment>[] = [
    {
      key: 'student',
      title: texts.student,
      cell: ({ student, name, studentNumber }) => (
        <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
          {name} {studentNumber}
        </Link>
      ),
    },
    {
      key: 'sum',
      title: texts.sum,
      cell: ({ amount, kept }) => (
        <>
          <div>{formatMoney(amount)}</div>
          {kept !== amount && <MutedText>{texts.kept(formatMoney(kept))}</MutedText>}
        </>
      ),
      isNumeric: true,
    },
    {
      key: 'way',
      title: texts.way,
      cell: ({ way, paidOn, transaction }) => (
        <>
          <div>{`${paymentChannelName(way, language)} ${paidOn}`}</div>
          <MutedText>{transaction}</MutedText>
        </>
      ),
    },
    {
      key: 'state',
      title: texts.state,
      cell: ({ state }) => <Pill tone={TONES[state] ?? 'mute'}>{nameState(state)}</Pill>,
    },
    {
      key: 'invoices',
      title: texts.invoices,
      cell: ({ invoices: own }) =>
        own.map(({ code, number, checkCode, day, amount, state }) => (
          <div key={`${code} ${number}`}>
            <div>{`${code} ${number} ${formatMoney(amount)}`}</div>
            <MutedText>
              {[nameState(state), day, checkCode && `${texts.checkCode} ${checkCode}`]
                .filter(Boolean)
                .join(' · ')}
            </MutedText>
          </div>
        )),
    },
  ]
  return (
    <>
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} onSearch={(find) => setWanted({ ...typed, find })}>
        <SelectField
          label={texts.state}
          value={typed.state}
          options={[
            { value: '', label: texts.all },
            ...INVOICE_STATES.map((value) => ({ value, label: texts[value] })),
          ]}
          onChange={(chosen) =>
            setTyped({ ...typed, state: INVOICE_STATES.find((one) => one === chosen) ?? '' })
          }
        />
        <DateRangeFields
          labels={texts}
          value={{ from: typed.from ?? '', to: typed.to ?? '' }}
          onChange={(range) => setTyped({ ...typed, ...range })}
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.data}
        entry={invoices.export}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.title}
        name="invoices"
        entry={invoices.list}
        input={wanted}
        rowsOf={({ payments }) => payments}
        columns={columns}
        rowKey={({ transaction }) => transaction}
        empty={<p>{texts.none}</p>}
      />
    </>
  )
}
