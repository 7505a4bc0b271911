import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Filters, Table } from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { chinaToday } from '#app/lib/moments.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type DayTotals, finance } from '#contract/finance'
import { commonWords } from '#words/common'
import { financeWords } from '#words/finance'
import { officeWords } from '#words/office'
import { sayWay } from '#words/pay-ways'
import { sayState } from './states.ts'
import styles from './finance.module.css'

/** What came and went on one day in China. */
export function Day() {
  const words = useWords(financeWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const [day, setDay] = useState(chinaToday)
  return (
    <>
      <Filters>
        <TextField
          type="date"
          label={words.dayField}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </Filters>
      <Quiet>{words.dayAbout}</Quiet>
      {day === '' ? (
        <p>{words.dayNeeded}</p>
      ) : (
        <Totals key={day} day={day} retry={office.retry} loading={common.loading} />
      )}
    </>
  )
}

function Totals({ day, retry, loading }: { day: string; retry: string; loading: string }) {
  const words = useWords(financeWords)
  const live = useLiveRead({ name: 'finance-day', entry: finance.day, input: { day } })
  const totals = live.data?.totals
  if (totals === undefined)
    return <Reading kept={live} failed={words.day} retryLabel={retry} loadingLabel={loading} />
  return (
    <>
      <Sums totals={totals} />
      <Breakdown totals={totals} />
    </>
  )
}

function Sums({ totals: { day, channels, refunds, incidents } }: { totals: DayTotals }) {
  const words = useWords(financeWords)
  const received = channels.reduce((sum, { amount }) => sum + amount, 0)
  const payments = channels.reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles['sums']} aria-label={`${words.received} ${day}`}>
      <dl>
        <div data-main>
          <dt>{words.received}</dt>
          <dd>{shownMoney(received)}</dd>
          <dd>{words.payments(payments)}</dd>
        </div>
        <div>
          <dt>{words.refunded}</dt>
          <dd>{shownMoney(refunds.amount)}</dd>
          <dd>{words.payments(refunds.count)}</dd>
        </div>
        <div>
          <dt>{words.net}</dt>
          <dd>{shownMoney(received - refunds.amount)}</dd>
        </div>
        <div>
          <dt>{words.unhandled}</dt>
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

function Breakdown({ totals: { channels, orders } }: { totals: DayTotals }) {
  const words = useWords(financeWords)
  const language = useLanguage()
  return (
    <div className={styles['pair']}>
      <Table
        caption={words.byChannel}
        rows={channels}
        rowKey={({ way }) => way}
        columns={[
          { key: 'way', title: words.channel, cell: ({ way }) => sayWay(way, language) },
          { key: 'count', title: words.count, cell: ({ count }) => count, figures: true },
          {
            key: 'sum',
            title: words.sum,
            cell: ({ amount }) => shownMoney(amount),
            figures: true,
          },
          {
            key: 'surplus',
            title: words.surplus,
            cell: ({ surplus }) => shownMoney(surplus),
            figures: true,
          },
        ]}
        empty={<p>{words.noPayments}</p>}
      />
      <Table
        caption={words.byState}
        rows={orders}
        rowKey={({ state }) => state}
        columns={[
          { key: 'state', title: words.state, cell: ({ state }) => sayState(state, language) },
          { key: 'count', title: words.count, cell: ({ count }) => count, figures: true },
          {
            key: 'sum',
            title: words.sum,
            cell: ({ amount }) => shownMoney(amount),
            figures: true,
          },
        ]}
        empty={<p>{words.noOrders}</p>}
      />
    </div>
  )
}
