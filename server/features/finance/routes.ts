import type { CallInput } from '#contract/call'
import type { finance } from '#contract/finance'
import { exportTexts } from '#i18n/exports'
import { financeTexts, incidentKindTexts, reconciliationDifferenceTexts } from '#i18n/finance'
import { financeServerTexts } from '#i18n/finance-server'
import { financeTotalsTexts, nameTotalGroup } from '#i18n/finance-totals'
import { paymentChannelName } from '#i18n/payment-channels'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { toChinaDay, toChinaMinute } from '../../platform/clock.ts'
import { parsePaymentCursor } from '../../platform/database/queries/payment-cursor.ts'
import { studentNumberOf } from '../../platform/database/queries/student-number.ts'
import {
  type DownloadHandler,
  type HandlerRequest,
  staffHandler,
  succeed,
  type Handlers,
  refuse,
} from '../../platform/http/handler.ts'
import { createExportHandler, recordAuditEntry, listOrSearch } from '../office/public.ts'
import { reconcileDay, saveReconciliation } from '../payment/public.ts'
import { recordGatewayRefund } from '../refunds/public.ts'
import * as store from './store.ts'
import { type DayRange, findEntries, readDayRange, selectEntries, selectTotals } from './totals.ts'

const PAGE = 50
const RUNS = 20
const MOST_ID = 2_147_483_647

/** The handlers of finance: a day's totals, orders, incidents, and reconciliations. */
export const financeHandlers = (gateway: PaymentGateway): Handlers<typeof finance> => ({
  day: async ({ input, db }) => {
    const range = readDayRange(input)
    if (range === undefined) return refuse(financeTotalsTexts.range)
    const { count, amount } = await store.findRefunds(db, range)
    return succeed({
      totals: {
        day: range.from,
        to: range.to,
        channels: (await store.sumCreditsByPaymentChannel(db, range)).map((one) => ({
          ...one,
          amount: Number(one.amount),
          surplus: Number(one.surplus),
        })),
        orders: (await store.countOrdersByState(db, range)).map((one) => ({
          ...one,
          amount: Number(one.amount),
        })),
        refunds: { count, amount: Number(amount) },
        incidents: await store.countUnhandledIncidents(db),
        noticed: await store.countNoticedIncidents(db, range),
        groups: (await selectTotals(db, range).orderBy('key').execute()).map((one) => ({
          by: one.by,
          key: one.name,
          count: one.count,
          amount: Number(one.amount),
        })),
      },
    })
  },

  exportTotals: withValidRange(
    createExportHandler({
      title: financeTotalsTexts.totals,
      action: 'exports.financeTotals',
      columns: [
        {
          title: financeTotalsTexts.by,
          cell: ({ by }, language) => financeTotalsTexts[by][language],
        },
        {
          title: financeTotalsTexts.group,
          cell: ({ by, name }, language) => nameTotalGroup(by, name, language),
        },
        { title: financeTexts.count, cell: ({ count }) => count, numberFormat: '0' },
        {
          title: financeTexts.sum,
          cell: ({ amount }) => Number(amount) / 100,
          numberFormat: '0.00',
        },
      ],
      rows: ({ db, input }: HandlerRequest<CallInput<typeof finance.exportTotals>>) =>
        selectTotals(db, rangeOf(input)),
    }),
  ),

  entries: async ({ input, db }) => {
    const range = readDayRange(input)
    if (range === undefined) return refuse(financeTotalsTexts.range)
    const after = parsePaymentCursor(input.after)
    const found = await findEntries(db, range, input, { after, most: PAGE })
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      entries: found.map((row) => ({
        transaction: row.transaction,
        student: row.student_code,
        studentNumber: studentNumberOf(row),
        name: row.name,
        college: row.college,
        year: row.year,
        channel: row.channel,
        amount: row.amount_fen,
        part: row.part_fen,
        at: row.credited_at.toISOString(),
        by: row.recorded_by ?? '',
        source: row.source,
        note: row.note,
      })),
      next: last === undefined ? '' : `${last.credited_at.getTime()}.${last.transaction}`,
    })
  },

  exportEntries: withValidRange(
    createExportHandler({
      title: financeTotalsTexts.entries,
      action: 'exports.bookEntries',
      columns: [
        { title: financeTotalsTexts.entry, cell: ({ transaction }) => transaction },
        { title: financeTotalsTexts.at, cell: ({ credited_at }) => toChinaMinute(credited_at) },
        { title: financeTexts.number, cell: studentNumberOf },
        { title: financeTexts.name, cell: ({ name }) => name },
        { title: financeTotalsTexts.collegeColumn, cell: ({ college }) => college },
        { title: financeTexts.year, cell: ({ year }) => year, numberFormat: '0' },
        {
          title: financeTexts.channel,
          cell: ({ channel }, language) => nameTotalGroup('channel', channel, language),
        },
        {
          title: financeTexts.sum,
          cell: ({ amount_fen }) => amount_fen / 100,
          numberFormat: '0.00',
        },
        {
          title: financeTotalsTexts.part,
          cell: ({ part_fen }) => part_fen / 100,
          numberFormat: '0.00',
        },
        { title: financeTotalsTexts.recordedBy, cell: ({ recorded_by }) => recorded_by },
        { title: financeTexts.note, cell: ({ note }) => note },
      ],
      rows: ({ db, input }: HandlerRequest<CallInput<typeof finance.exportEntries>>) =>
        selectEntries(db, rangeOf(input), input),
    }),
  ),

  orders: async (ask) => {
    const { input, db } = ask
    const after = parseOrderCursor(input.after)
    const rows = () => store.findOrders(db, input, { after, most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      orders: found.map((row) => ({
        number: row.number,
        student: row.student,
        studentNumber: studentNumberOf(row),
        name: row.name,
        year: row.year,
        amount: row.amount_fen,
        state: row.state,
        at: row.created_at.toISOString(),
        paidAt: row.credited_at?.toISOString() ?? '',
        way: row.way ?? '',
        transaction: row.transaction ?? '',
      })),
      next: last === undefined ? '' : `${last.created_at.getTime()}.${last.number}`,
    })
  },

  exportOrders: createExportHandler({
    title: financeTexts.orders,
    action: 'exports.orders',
    columns: [
      { title: financeTexts.order, cell: ({ number }) => number },
      { title: financeTexts.number, cell: studentNumberOf },
      { title: financeTexts.name, cell: ({ name }) => name },
      { title: financeTexts.year, cell: ({ year }) => year, numberFormat: '0' },
      { title: financeTexts.sum, cell: ({ amount_fen }) => amount_fen / 100, numberFormat: '0.00' },
      { title: financeTexts.state, cell: ({ state }, language) => STATES[state][language] },
      { title: financeTexts.madeAt, cell: ({ created_at }) => toChinaMinute(created_at) },
      {
        title: exportTexts.way,
        cell: ({ way }, language) => paymentChannelName(way ?? '', language),
      },
      { title: financeTexts.transaction, cell: ({ transaction }) => transaction },
      { title: financeTexts.paidAt, cell: ({ credited_at: at }) => at && toChinaMinute(at) },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof finance.exportOrders>>) =>
      store.selectOrders(db, input),
  }),

  incidents: async ({ input: { after, ...filter }, db }) => {
    const rows = await store.findIncidents(db, filter, { after: idOf(after), most: PAGE })
    return succeed({
      incidents: rows.map((row) => ({
        id: String(row.id),
        kind: row.kind,
        orderNumber: row.order_number,
        transaction: row.transaction,
        amount: row.amount_fen,
        at: row.noticed_at.toISOString(),
        student: row.student ?? '',
        studentNumber: studentNumberOf(row),
        name: row.name ?? '',
        handledAt: row.handled_at?.toISOString() ?? '',
        handledBy: row.handled_by ?? '',
        note: row.note,
      })),
      next: rows.length < PAGE ? '' : String(rows.at(-1)?.id ?? ''),
    })
  },

  exportIncidents: createExportHandler({
    title: financeTexts.incidents,
    action: 'exports.incidents',
    columns: [
      { title: financeTexts.noticedAt, cell: ({ noticed_at }) => toChinaMinute(noticed_at) },
      { title: financeTexts.kind, cell: ({ kind }, language) => incidentKindTexts[language](kind) },
      { title: financeTexts.sum, cell: ({ amount_fen }) => amount_fen / 100, numberFormat: '0.00' },
      { title: financeTexts.number, cell: studentNumberOf },
      { title: financeTexts.name, cell: ({ name }) => name },
      { title: financeTexts.order, cell: ({ order_number }) => order_number },
      { title: financeTexts.transaction, cell: ({ transaction }) => transaction },
      { title: exportTexts.decidedAt, cell: ({ handled_at: at }) => at && toChinaMinute(at) },
      { title: exportTexts.decidedBy, cell: ({ handled_by }) => handled_by },
      { title: financeTexts.note, cell: ({ note }) => note },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof finance.exportIncidents>>) =>
      store.selectIncidents(db, input),
  }),

  handle: staffHandler(async ({ input: { id, done, note }, staff, db, now }) => {
    const found = await store.lockIncident(db, idOf(id) ?? 0)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (done === (found.handled_at !== null))
      return refuse(done ? financeServerTexts.handledAlready : financeServerTexts.openAlready)
    await store.saveIncidentHandling(db, { id: found.id, by: done ? staff.code : null, note, now })
    await recordAuditEntry(db, {
      staff: staff.code,
      action: done ? 'finance.handle' : 'finance.reopen',
      reason: note,
      details: {
        incident: incidentKindTexts.zh(found.kind),
        order: found.order_number,
        transaction: found.transaction,
      },
      now,
    })
    return succeed({})
  }),

  reconcile: staffHandler(async ({ input: { day }, staff, db, now, tools }) => {
    if (tools.settings.gateway.type === 'none') return refuse(financeServerTexts.noGateway)
    if (day > toChinaDay(now)) return refuse(financeServerTexts.dayAhead)
    const run = await reconcileDay({
      db,
      gateway,
      recordRefund: recordGatewayRefund,
      day,
      now,
    })
    if (run === undefined) return refuse(financeServerTexts.noBooks)
    return db.transaction().execute(async (tx) => {
      const { id } = await saveReconciliation(tx, run, { by: staff.code, now })
      const { matched, differences } = run
      await recordAuditEntry(tx, {
        staff: staff.code,
        action: 'finance.reconcile',
        details: { day, matched, differing: differences.length },
        now,
      })
      return succeed({ id: String(id) })
    })
  }),

  reconciliations: async ({ input, db }) => {
    const rows = await store.findReconciliations(db, { after: idOf(input.after), most: RUNS })
    return succeed({
      runs: rows.map(runOf),
      next: rows.length < RUNS ? '' : String(rows.at(-1)?.id ?? ''),
    })
  },

  reconciliation: async ({ input: { id }, db }) => {
    const [found] = await store.findReconciliations(db, {
      id: id === '' ? undefined : (idOf(id) ?? 0),
      most: 1,
    })
    if (found === undefined && id !== '') return refuse(refusalTexts.notFound)
    const differences = found?.differences ?? []
    const notes = await store.findDifferenceNotes(
      db,
      differences.map(({ transaction }) => transaction),
    )
    return succeed({
      run: found === undefined ? null : runOf(found),
      differences: differences.map((one) => ({
        ...one,
        history: notes
          .filter(
            (note) =>
              note.kind === one.kind &&
              note.transaction === one.transaction &&
              note.number === one.number,
          )
          .map((note) => ({
            done: note.is_done,
            note: note.note,
            by: note.by ?? '',
            at: note.noted_at.toISOString(),
          })),
      })),
    })
  },

  settleDifference: staffHandler(async ({ input, staff, db, now }) => {
    const { kind, transaction, number, done, note } = input
    const found = await store.lockDifference(db, input)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (done === found.isDone)
      return refuse(done ? financeServerTexts.handledAlready : financeServerTexts.openAlready)
    const key = { kind, transaction, number }
    await store.addDifferenceNote(db, key, { done, note, by: staff.code, now })
    await recordAuditEntry(db, {
      staff: staff.code,
      action: done ? 'finance.settleDifference' : 'finance.reopenDifference',
      reason: note,
      details: {
        incident: reconciliationDifferenceTexts[kind].zh,
        order: number,
        transaction,
      },
      now,
    })
    return succeed({})
  }),

  exportReconciliation: createExportHandler({
    title: financeTexts.reconciliation,
    action: 'exports.reconciliation',
    columns: [
      { title: financeTexts.dayField, cell: ({ day }) => day },
      {
        title: financeTexts.difference,
        cell: ({ kind }, language) => reconciliationDifferenceTexts[kind][language],
      },
      { title: financeTexts.transaction, cell: ({ transaction }) => transaction },
      { title: financeTexts.order, cell: ({ number }) => number },
      { title: financeTexts.taken, cell: ({ taken }) => yuanOf(taken), numberFormat: '0.00' },
      {
        title: financeTexts.credited,
        cell: ({ credited }) => yuanOf(credited),
        numberFormat: '0.00',
      },
      { title: financeTexts.creditedOrder, cell: ({ credited_number }) => credited_number },
      {
        title: financeTexts.state,
        cell: ({ is_done }, language) =>
          financeTexts[is_done === true ? 'handled' : 'waits'][language],
      },
      { title: financeTexts.note, cell: ({ note }) => note },
      { title: exportTexts.decidedBy, cell: ({ by }) => by },
      { title: exportTexts.decidedAt, cell: ({ noted_at: at }) => at && toChinaMinute(at) },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof finance.exportReconciliation>>) =>
      store.selectDifferences(db, idOf(input.id) ?? 0),
  }),
})

const STATES: Readonly<Record<'open' | 'checking' | 'paid' | 'closed', LocalizedText>> =
  financeTexts

const runOf = (row: Awaited<ReturnType<typeof store.findReconciliations>>[number]) => ({
  id: String(row.id),
  day: row.day,
  at: row.ran_at.toISOString(),
  by: row.by ?? '',
  matched: row.matched,
  trials: row.trials,
  incidents: row.incidents,
  differing: row.differences.length,
  open: row.open,
})

const yuanOf = (fen: number | null): number | null => (fen === null ? null : fen / 100)

// Parses an id of the database; undefined for invalid text.
const idOf = (text: string): number | undefined =>
  /^\d{1,10}$/.test(text) && Number(text) <= MOST_ID ? Number(text) : undefined

function parseOrderCursor(text: string): store.OrderCursor | undefined {
  const [, at, number] = /^(\d{1,15})\.(\w{1,64})$/.exec(text) ?? []
  return number === undefined ? undefined : { at: new Date(Number(at)), number }
}

type RangeInput = Parameters<typeof readDayRange>[0]

// Refuses an export of a range that is too long, or ends before it begins.
const withValidRange =
  <Asked extends RangeInput>(handler: DownloadHandler<Asked>): DownloadHandler<Asked> =>
  async (ask) =>
    readDayRange(ask.input) === undefined ? refuse(financeTotalsTexts.range) : handler(ask)

const rangeOf = (input: RangeInput): DayRange =>
  readDayRange(input) ?? { from: input.day, to: input.day }
