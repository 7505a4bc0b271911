import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterBar, Table, DateField } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { type DailyPaymentTotals, finance } from '#contract/finance'
import { financeTexts } from '#i18n/finance'
import { officeTexts } from '#i18n/office'
import { paymentChannelName } from '#i18n/payment-channels'
import { describeOrderState } from './order-state.ts'
import styles from './finance.module.css'

/** The payments and refunds of one day in China. */
export function FinanceDay() {
  const texts = useTexts(financeTexts)
  const office = useTexts(officeTexts)
  const [day, setDay] = useState(chinaToday)
  return (
    <>
      <FilterBar label={office.filters}>
        <DateField label={texts.dayField} value={day} onChange={setDay} />
      </FilterBar>
      <MutedText>{texts.dayAbout}</MutedText>
      {day === '' ? <p>{texts.dayNeeded}</p> : <Totals key={day} day={day} />}
    </>
  )
}

function Totals({ day }: { day: string }) {
  const texts = useTexts(financeTexts)
  const live = useOnlineQuery({ name: 'finance-day', entry: finance.day, input: { day } })
  const totals = live.data?.totals
  if (totals === undefined) return <QueryFallback kept={live} failed={texts.day} />
  return (
    <>
      <Sums totals={totals} />
      <Breakdown totals={totals} />
    </>
  )
}

function Sums({ totals: { day, channels, refunds, incidents } }: { totals: DailyPaymentTotals }) {
  const texts = useTexts(financeTexts)
  const received = channels.reduce((sum, { amount }) => sum + amount, 0)
  const payments = channels.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles['sums']} aria-label={`${texts.received} ${day}`}>
      <dl>
        <div data-main>
          <dt>{texts.received}</dt>
          <dd>{formatMoney(received)}</dd>
          <dd>{texts.payments(payments)}</dd>
        </div>
        <div>
          <dt>{texts.refunded}</dt>
          <dd>{formatMoney(refunds.amount)}</dd>
          <dd>{texts.payments(refunds.count)}</dd>
        </div>
        <div>
          <dt>{texts.net}</dt>
          <dd>{formatMoney(received - refunds.amount)}</dd>
        </div>
        <div>
          <dt>{texts.unhandled}</dt>
          <dd>
            {incidents === 0 ? (
              incidents
            ) : (
              <Link to="/manage/$" params={{ _splat: 'finance/incidents' }}>
                {incidents}
              </Link>
            )}
          </dd>
        </div>
      </dl>
    </section>
  )
}

function Breakdown({ totals: { channels, orders } }: { totals: DailyPaymentTotals }) {
  const texts = useTexts(financeTexts)
  const language = useLanguage()
  return (
    <div className={styles['pair']}>
      <Table
        caption={texts.byChannel}
        rows={channels}
        rowKey={({ way }) => way}
        columns={[
          {
            key: 'way',
            title: texts.channel,
            cell: ({ way }) => paymentChannelName(way, language),
          },
          { key: 'count', title: texts.count, cell: ({ count }) => count, isNumeric: true },
          {
            key: 'sum',
            title: texts.sum,
            cell: ({ amount }) => formatMoney(amount),
            isNumeric: true,
          },
          {
            key: 'surplus',
            title: texts.surplus,
            cell: ({ surplus }) => formatMoney(surplus),
            isNumeric: true,
          },
        ]}
        empty={<p>{texts.noPayments}</p>}
      />
      <Table
        caption={texts.byState}
        rows={orders}
        rowKey={({ state }) => state}
        columns={[
          {
            key: 'state',
            title: texts.state,
            cell: ({ state }) => describeOrderState(state, language),
          },
          { key: 'count', title: texts.count, cell: ({ count }) => count, isNumeric: true },
          {
            key: 'sum',
            title: texts.sum,
            cell: ({ amount }) => formatMoney(amount),
            isNumeric: true,
          },
        ]}
        empty={<p>{texts.noOrders}</p>}
      />
    </div>
  )
}
