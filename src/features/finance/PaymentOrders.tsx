import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  ExportButtons,
  PagedTable,
  formatChinaTime,
  SearchLine,
  DateRangeFields,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { CallInput } from '#contract/call'
import { finance, type FinanceOrder, PAYMENT_ORDER_STATES } from '#contract/finance'
import { financeTexts } from '#i18n/finance'
import { paymentChannelName } from '#i18n/payment-channels'
import { parseFinanceAddress } from './finance-address.ts'
import { describeOrderState } from './order-state.ts'

const TONES: Readonly<Record<string, Tone>> = { open: 'wait', checking: 'wait', paid: 'done' }
type Wanted = Omit<CallInput<typeof finance.orders>, 'after' | 'find'>

/** Orders of the payment service, newest first, with the payer and the received amount. */
export function PaymentOrders({ address }: { address: string }) {
  const texts = useTexts(financeTexts)
  const language = useLanguage()
  const { from, to } = parseFinanceAddress(address)
  const [typed, setTyped] = useState<Wanted>({ state: '', from, to })
  const [wanted, setWanted] = useState({ ...typed, find: '' })
  const columns: readonly TableColumn<FinanceOrder>[] = [
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
      key: 'state',
      title: texts.state,
      cell: ({ state }) => (
        <Pill tone={TONES[state] ?? 'mute'}>{describeOrderState(state, language)}</Pill>
      ),
    },
    { key: 'at', title: texts.madeAt, cell: ({ at }) => formatChinaTime(at), short: true },
    {
      key: 'paidAt',
      title: texts.paidAt,
      cell: ({ paidAt }) => formatChinaTime(paidAt),
      short: true,
    },
    { key: 'way', title: texts.channel, cell: ({ way }) => paymentChannelName(way, language) },
    {
      key: 'order',
      title: texts.orderAndTransaction,
      cell: ({ number, transaction }) => (
        <>
          <div>{number}</div>
          {transaction !== '' && <div>{transaction}</div>}
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
            ...PAYMENT_ORDER_STATES.map((state) => ({ value: state, label: texts[state] })),
          ]}
          onChange={(chosen) =>
            setTyped({
              ...typed,
              state: PAYMENT_ORDER_STATES.find((state) => state === chosen) ?? '',
            })
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
        what={texts.orders}
        entry={finance.exportOrders}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.orders}
        name="finance-orders"
        entry={finance.orders}
        input={wanted}
        rowsOf={({ orders }) => orders}
        columns={columns}
        rowKey={({ number }) => number}
      />
    </>
  )
}
