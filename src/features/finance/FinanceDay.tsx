import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ChartFigure } from '#app/features/charts/public.ts'
import { DateRangeFields, ExportButtons, FilterBar, Table } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaToday } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { formatYuan, isDay } from '#contract/fields'
import { BOOK_GROUPS, finance, type PaymentTotals } from '#contract/finance'
import { financeTexts } from '#i18n/finance'
import { financeTotalsTexts, nameTotalGroup } from '#i18n/finance-totals'
import { officeTexts } from '#i18n/office'
import { buildFinanceAddress, type FinanceAddress, parseFinanceAddress } from './finance-address.ts'
import { describeOrderState } from './order-state.ts'
import styles from './finance.module.css'

type Range = Pick<FinanceAddress, 'from' | 'to'>

/** The money of a range of days in China; each figure leads to its list. */
export function FinanceDay({ address }: { address: string }) {
  const texts = useTexts(financeTexts)
  const totals = useTexts(financeTotalsTexts)
  const office = useTexts(officeTexts)
  const navigate = useNavigate()
  const given = parseFinanceAddress(address)
  const from = given.from || chinaToday()
  const shown = { from, to: given.to || from }
  const [typed, setTyped] = useState<Range>(shown)
  const change = ({ from: first, to: last }: Range) => {
    // One day stays one day, and a range does not end before it begins. A day that is being typed
    // moves nothing.
    const isMoved =
      isDay(first) && first !== shown.from && (shown.from === shown.to || last < first)
    const next = { from: first, to: isMoved ? first : last }
    setTyped(next)
    if (isRange(next))
      void navigate({
        to: '/manage/$',
        params: { _splat: buildFinanceAddress('day', next) },
        replace: true,
        resetScroll: false,
      })
  }
  return (
    <>
      <FilterBar label={office.filters}>
        <DateRangeFields labels={texts} value={typed} onChange={change} />
      </FilterBar>
      <MutedText>{texts.dayAbout}</MutedText>
      {isRange(typed) ? (
        <Totals key={`${typed.from} ${typed.to}`} range={typed} />
      ) : (
        <p>{totals.range}</p>
      )}
    </>
  )
}

const isRange = ({ from, to }: Range) => isDay(from) && isDay(to) && from <= to

function Totals({ range }: { range: Range }) {
  const texts = useTexts(financeTexts)
  const live = useOnlineQuery({
    name: 'finance-day',
    entry: finance.day,
    input: { day: range.from, to: range.to },
  })
  const totals = live.data?.totals
  if (totals === undefined) return <QueryFallback kept={live} failed={texts.day} />
  // A backend that knows no ranges has answered for the first day.
  const answered = { from: totals.day, to: totals.to ?? totals.day }
  return (
    <>
      <Sums totals={totals} range={answered} />
      {totals.groups !== undefined && <Books groups={totals.groups} range={answered} />}
      <Orders totals={totals} range={answered} />
    </>
  )
}

function Sums({ totals, range }: { totals: PaymentTotals; range: Range }) {
  const texts = useTexts(financeTexts)
  const books = useTexts(financeTotalsTexts)
  const { channels, refunds, incidents, orders, noticed, groups = [] } = totals
  const received = channels.reduce((sum, { amount }) => sum + amount, 0)
  const payments = channels.reduce((sum, { count }) => sum + count, 0)
  const ordered = orders.reduce((sum, { amount }) => sum + amount, 0)
  const made = orders.reduce((sum, { count }) => sum + count, 0)
  const itemOf = (key: string) => groups.find((one) => one.by === 'item' && one.key === key)
  const surplus = itemOf(':surplus')
  const offset = itemOf(':offset')
  return (
    <section
      className={styles['sums']}
      aria-label={`${texts.received} ${[...new Set([range.from, range.to])].join(' – ')}`}
    >
      <dl>
        <Figure isMain name={texts.received} value={formatMoney(received)}>
          {texts.payments(payments)}
        </Figure>
        <Figure
          name={texts.refunded}
          value={formatMoney(refunds.amount)}
          to={refunds.count > 0 && { list: 'entries', ...range, by: 'channel', key: 'refund' }}
        >
          {texts.payments(refunds.count)}
        </Figure>
        <Figure name={texts.net} value={formatMoney(received - refunds.amount)} />
        {surplus !== undefined && (
          <Figure
            name={books.tooMuch}
            value={formatMoney(surplus.amount)}
            to={{ list: 'entries', ...range, by: 'item', key: ':surplus' }}
          >
            {texts.payments(surplus.count)}
          </Figure>
        )}
        {offset !== undefined && (
          <Figure
            name={books.offset}
            value={formatMoney(offset.amount)}
            to={{ list: 'entries', ...range, by: 'item', key: ':offset' }}
          >
            {texts.payments(offset.count)}
          </Figure>
        )}
        <Figure
          name={books.orders}
          value={formatMoney(ordered)}
          to={made > 0 && { list: 'orders', ...range }}
        >
          {texts.payments(made)}
        </Figure>
        {noticed !== undefined && (
          <Figure
            name={books.noticed}
            value={String(noticed.count)}
            to={noticed.count > 0 && { list: 'incidents', ...range }}
          >
            {books.open(noticed.open)}
          </Figure>
        )}
        <Figure
          name={texts.unhandled}
          value={String(incidents)}
          to={incidents > 0 && { list: 'incidents', from: '', to: '' }}
        />
      </dl>
    </section>
  )
}

/** A figure with its name; with `to` it leads to the list that it counts. */
function Figure({
  name,
  value,
  to,
  isMain,
  children,
}: {
  name: string
  value: string
  to?: (Range & Partial<FinanceAddress> & { list: string }) | false
  isMain?: true
  children?: ReactNode
}) {
  return (
    <div data-main={isMain}>
      <dt>{name}</dt>
      <dd>
        {to ? (
          <Link
            to="/manage/$"
            params={{ _splat: buildFinanceAddress(to.list, to) }}
            aria-label={`${name} ${value}`}
          >
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
      {children !== undefined && <dd>{children}</dd>}
    </div>
  )
}

/** The books by day, channel, item and college, each with the same sum. */
function Books({ groups, range }: { groups: NonNullable<PaymentTotals['groups']>; range: Range }) {
  const texts = useTexts(financeTexts)
  const books = useTexts(financeTotalsTexts)
  const language = useLanguage()
  const of = (by: string) => groups.filter((one) => one.by === by)
  const days = of('day')
  const titles = { channel: texts.channel, item: books.itemColumn, college: books.collegeColumn }
  const whole = buildFinanceAddress('entries', range)
  return (
    <>
      <h2>{books.totals}</h2>
      <MutedText>{books.booksAbout}</MutedText>
      <ExportButtons
        named
        what={books.totals}
        entry={finance.exportTotals}
        inputFor={(format) => ({ day: range.from, to: range.to, format })}
      />
      {days.length > 1 && (
        <ChartFigure
          title={books.day}
          shape="columns"
          category={books.dayColumn}
          part={texts.sum}
          rows={days.map(({ key, amount }) => ({
            key,
            label: key.slice(5),
            part: amount / 100,
          }))}
          cell={(yuan) => formatYuan(Math.round(yuan * 100))}
        />
      )}
      <div className={styles['pair']}>
        {BOOK_GROUPS.map((by) => {
          const rows = of(by)
          const sum = rows.reduce((all, { amount }) => all + amount, 0)
          const all = { by: '', key: '', count: undefined, amount: sum }
          return (
            <Table
              key={by}
              caption={books[by]}
              rows={rows.length === 0 ? [] : [...rows, all]}
              rowKey={(row) => `${row.by} ${row.key}`}
              columns={[
                {
                  key: 'name',
                  title: titles[by],
                  cell: (row) => (
                    <Link
                      to="/manage/$"
                      params={{
                        _splat:
                          row.by === ''
                            ? whole
                            : buildFinanceAddress('entries', { ...range, by, key: row.key }),
                      }}
                    >
                      {row.by === '' ? books.total : nameTotalGroup(by, row.key, language)}
                    </Link>
                  ),
                },
                {
                  key: 'count',
                  title: texts.count,
                  cell: ({ count }) => count ?? '',
                  isNumeric: true,
                },
                {
                  key: 'sum',
                  title: texts.sum,
                  cell: ({ amount }) => formatMoney(amount),
                  isNumeric: true,
                },
              ]}
              empty={by === 'channel' ? <p>{books.none}</p> : <></>}
            />
          )
        })}
      </div>
    </>
  )
}

function Orders({ totals: { orders }, range }: { totals: PaymentTotals; range: Range }) {
  const texts = useTexts(financeTexts)
  const language = useLanguage()
  return (
    <Table
      caption={texts.byState}
      rows={orders}
      rowKey={({ state }) => state}
      columns={[
        {
          key: 'state',
          title: texts.state,
          cell: ({ state }) => (
            <Link to="/manage/$" params={{ _splat: buildFinanceAddress('orders', range) }}>
              {describeOrderState(state, language)}
            </Link>
          ),
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
  )
}
