import { type Expression, sql } from 'kysely'
import type { CallInput } from '#contract/call'
import type { exports } from '#contract/exports'
import {
  DEFERRAL_APPLICATION_KIND,
  HOUSEHOLD_APPLICATION_KIND,
  LOAN_APPLICATION_KIND,
} from '#contract/green-channel'
import { exportTexts } from '#i18n/exports'
import { billFields } from '#i18n/fields/bill'
import { greenChannelTexts } from '#i18n/green-channel'
import { offsetServerTexts } from '#i18n/offsets-server'
import { entrySourceName, outsidePaymentTexts } from '#i18n/outside-payments'
import { paymentChannelName } from '#i18n/payment-channels'
import type { Language, LocalizedText } from '#i18n/translate'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import type { SheetColumn } from '../../platform/sheets/sheet.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { isChargeInEffect, selectOffsetFen } from '../charges/public.ts'
import { createExportHandler } from '../office/public.ts'
import { formatMinuteOrNull, STUDENT_CELL_COLUMNS, studentColumns } from './student-columns.ts'

type MoneyExportRequest = HandlerRequest<CallInput<typeof exports.fees>>

/** The requested year; undefined for all years. */
const yearOf = ({ input: { year = '' } }: MoneyExportRequest) =>
  year === '' ? undefined : Number(year)

const isYear = (column: Expression<number>, year: number | undefined) =>
  year === undefined ? sql<boolean>`true` : sql<boolean>`${column} = ${year}`

// Every row ends with this column, because withdrawn students are listed among the others.
const withdrawnColumn: SheetColumn<{ readonly withdrawn_at: Date | null }> = {
  title: exportTexts.withdrawnAt,
  cell: ({ withdrawn_at }) => formatMinuteOrNull(withdrawn_at),
}
const CELLS = [...STUDENT_CELL_COLUMNS, 'student.withdrawn_at'] as const

// Withdrawn students are included, because their payments, offsets and surplus remain relevant.
const students = ({ db, input, now }: MoneyExportRequest) =>
  selectExpectedStudents(db, { ...input, buildingScope: 'all', now, includeWithdrawn: true })

/** The export of what each student owes in each year. */
export const feesExport = createExportHandler({
  title: exportTexts.fees,
  action: 'exports.fees',
  columns: [
    ...studentColumns,
    { title: billFields.feeYear, cell: ({ year }) => year, numberFormat: '0' },
    { title: billFields.due, cell: ({ due }) => due / 100, numberFormat: '0.00' },
    { title: billFields.paid, cell: ({ paid }) => paid / 100, numberFormat: '0.00' },
    { title: billFields.offset, cell: ({ set_off: off }) => off / 100, numberFormat: '0.00' },
    { title: billFields.owed, cell: ({ owed }) => owed / 100, numberFormat: '0.00' },
    withdrawnColumn,
  ],
  rows: (ask: MoneyExportRequest) =>
    students(ask)
      .innerJoin('charge', 'charge.student_code', 'student.code')
      .where(isChargeInEffect(ask.now))
      .where((e) => isYear(e.ref('charge.year'), yearOf(ask)))
      .select(CELLS)
      .select(({ ref }) => [
        sql<string>`student.code || '/' || charge.year`.as('key'),
        'charge.year',
        sql<number>`sum(due_fen)::int`.as('due'),
        sql<number>`sum(paid_fen)::int`.as('paid'),
        selectOffsetFen(ref('student.code'), ref('charge.year')).as('set_off'),
        sql<number>`greatest(0, sum(due_fen) - sum(paid_fen)
          - ${selectOffsetFen(ref('student.code'), ref('charge.year'))})::int`.as('owed'),
      ])
      .groupBy(['student.code', 'charge.year']),
})

/** The export of the books: payments, offsets and their counter-entries, so that they add up. */
export const paymentsExport = createExportHandler({
  title: exportTexts.payments,
  action: 'exports.payments',
  columns: [
    ...studentColumns,
    { title: billFields.feeYear, cell: ({ year }) => year, numberFormat: '0' },
    { title: exportTexts.transaction, cell: ({ transaction }) => transaction },
    { title: exportTexts.order, cell: ({ order_number }) => order_number ?? '' },
    {
      title: exportTexts.entryKind,
      cell: ({ kind, reverses }, language) =>
        (reverses === null || kind === 'refund' || kind === 'carry-over'
          ? ENTRY_KINDS[kind]
          : exportTexts.counterEntry
        )[language],
    },
    {
      title: exportTexts.way,
      cell: ({ kind, way }, language) =>
        kind === 'offset' ? offsetName(way, language) : paymentChannelName(way, language),
    },
    { title: billFields.sum, cell: ({ amount_fen }) => amount_fen / 100, numberFormat: '0.00' },
    {
      title: exportTexts.surplus,
      cell: ({ surplus_fen }) => surplus_fen / 100,
      numberFormat: '0.00',
    },
    { title: exportTexts.creditedAt, cell: ({ credited_at }) => formatMinuteOrNull(credited_at) },
    { title: outsidePaymentTexts.paidOn, cell: ({ paid_on }) => paid_on },
    { title: outsidePaymentTexts.by, cell: ({ recorded_by }) => recorded_by },
    {
      title: outsidePaymentTexts.source,
      cell: ({ source }, language) => source && entrySourceName(source, language),
    },
    { title: exportTexts.reverses, cell: ({ reverses }) => reverses },
    withdrawnColumn,
  ],
  rows: (ask: MoneyExportRequest) =>
    students(ask)
      .innerJoin('payment_credit as credit', 'credit.student_code', 'student.code')
      .leftJoin('staff as recorder', 'recorder.code', 'credit.recorded_by')
      .where((e) => isYear(e.ref('credit.year'), yearOf(ask)))
      .select(CELLS)
      .select([
        'credit.transaction as key',
        'credit.transaction',
        'credit.order_number',
        'credit.year',
        'credit.way',
        'credit.amount_fen',
        'credit.surplus_fen',
        'credit.credited_at',
        'credit.kind',
        'credit.paid_on',
        'recorder.name as recorded_by',
        'credit.source',
        'credit.reverses',
      ]),
})

const ENTRY_KINDS = {
  gateway: exportTexts.paymentEntry,
  outside: exportTexts.paymentEntry,
  offset: exportTexts.offsetEntry,
  refund: exportTexts.refundEntry,
  'carry-over': exportTexts.carryOverEntry,
} as const
const offsetName = (way: string, language: Language): string =>
  new Map<string, LocalizedText>(Object.entries(offsetServerTexts.ways)).get(way)?.[language] ?? way

const TYPES: Readonly<Record<string, { zh: string; en: string }>> = {
  [LOAN_APPLICATION_KIND]: greenChannelTexts.loan,
  [HOUSEHOLD_APPLICATION_KIND]: greenChannelTexts.household,
  [DEFERRAL_APPLICATION_KIND]: greenChannelTexts.deferral,
}
const STATES: Readonly<Record<string, { zh: string; en: string }>> = {
  '0': greenChannelTexts.pending,
  '1': greenChannelTexts.approved,
  '2': greenChannelTexts.rejected,
}

/** The export of green channel applications with the newest decision and its reviewer. */
export const applicationsExport = createExportHandler({
  title: exportTexts.applications,
  action: 'exports.applications',
  columns: [
    ...studentColumns,
    {
      title: greenChannelTexts.what,
      cell: ({ type }, language) => TYPES[type]?.[language] ?? type,
    },
    { title: greenChannelTexts.year, cell: ({ year }) => year, numberFormat: '0' },
    { title: billFields.sum, cell: ({ amount_fen }) => amount_fen / 100, numberFormat: '0.00' },
    {
      title: greenChannelTexts.reviewStatus,
      cell: ({ state }, language) => STATES[state]?.[language] ?? state,
    },
    {
      title: exportTexts.granted,
      cell: ({ audit_amount_fen: fen }) => (fen === null ? null : fen / 100),
      numberFormat: '0.00',
    },
    { title: greenChannelTexts.reason, cell: ({ reason }) => reason },
    {
      title: greenChannelTexts.appliedAt,
      cell: ({ applied_at }) => formatMinuteOrNull(applied_at),
    },
    { title: exportTexts.decidedBy, cell: ({ decided_by }) => decided_by },
    { title: exportTexts.decidedAt, cell: ({ decided_at }) => formatMinuteOrNull(decided_at) },
    withdrawnColumn,
  ],
  rows: (ask: MoneyExportRequest) =>
    students(ask)
      .innerJoin('green_application as applied', 'applied.student_code', 'student.code')
      .where((e) => isYear(e.ref('applied.year'), yearOf(ask)))
      .leftJoinLateral(
        (e) =>
          e
            .selectFrom('audit_log')
            .leftJoin('staff as reviewer', 'reviewer.id', 'audit_log.reviewer')
            .select(['reviewer.name as decided_by', 'decided_at'])
            .whereRef('application_id', '=', 'applied.id')
            .orderBy('audit_log.id', 'desc')
            .limit(1)
            .as('decision'),
        (join) => join.onTrue(),
      )
      .select(CELLS)
      .select([
        'applied.id as key',
        'applied.type',
        'applied.year',
        'applied.amount_fen',
        'applied.status as state',
        'applied.reason',
        'audit_amount_fen',
        'applied_at',
        'decided_by',
        'decided_at',
      ]),
})
