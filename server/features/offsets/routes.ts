import type { CallInput } from '#contract/call'
import { formatYuan, isDay } from '#contract/fields'
import { MAX_OFFSETS_AT_ONCE, type offsets } from '#contract/offsets'
import { offsetTexts } from '#i18n/offsets'
import { offsetServerTexts } from '#i18n/offsets-server'
import { entrySourceName, outsidePaymentTexts } from '#i18n/outside-payments'
import { toChinaDay, toChinaMinute } from '../../platform/clock.ts'
import { studentNumberOf, studentOf } from '../../platform/database/queries/student-number.ts'
import { type HandlerRequest, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { lockStudents } from '../../platform/records/versioned-write.ts'
import { auditedHandler, createExportHandler, listOrSearch } from '../office/public.ts'
import { explainOffsetRefusal, recordOffset, undoOffset } from './record.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of offsets. */
export const offsetHandlers: Handlers<typeof offsets> = {
  list: async (ask) => {
    const { input, db } = ask
    const rows = () => store.findOffsets(db, input, { after: parseCursor(input.after), most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      offsets: found.map((row) => ({
        id: row.key,
        way: row.way,
        ...studentOf(row),
        year: row.year,
        approved: row.approved_fen,
        offset: row.offset_fen,
        done: row.is_done,
        contract: row.contract_number,
        receipt: row.receipt_code,
        at: row.credited_at?.toISOString() ?? '',
        by: row.recorded_by ?? '',
        source: row.source ?? '',
        note: row.note ?? '',
      })),
      next: last === undefined ? '' : `${last.is_done ? 1 : 0}.${last.key}`,
    })
  },

  export: createExportHandler({
    title: offsetTexts.title,
    action: 'exports.offsets',
    columns: [
      { title: offsetTexts.way, cell: ({ way }, language) => offsetTexts[way][language] },
      { title: outsidePaymentTexts.studentNumber, cell: studentNumberOf },
      { title: outsidePaymentTexts.name, cell: ({ name }) => name },
      { title: outsidePaymentTexts.year, cell: ({ year }) => year, numberFormat: '0' },
      {
        title: offsetTexts.approved,
        cell: ({ approved_fen }) => approved_fen / 100,
        numberFormat: '0.00',
      },
      {
        title: offsetTexts.amount,
        cell: ({ offset_fen }) => offset_fen / 100,
        numberFormat: '0.00',
      },
      {
        title: offsetTexts.state,
        cell: ({ is_done }, language) => offsetTexts[is_done ? 'done' : 'open'][language],
      },
      { title: offsetTexts.contract, cell: ({ contract_number }) => contract_number },
      { title: offsetTexts.receipt, cell: ({ receipt_code }) => receipt_code },
      { title: offsetTexts.at, cell: ({ credited_at: at }) => at && toChinaMinute(at) },
      { title: offsetTexts.by, cell: ({ recorded_by }) => recorded_by },
      {
        title: outsidePaymentTexts.source,
        cell: ({ source }, language) => source && entrySourceName(source, language),
      },
      { title: offsetTexts.note, cell: ({ note }) => note },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof offsets.export>>) =>
      store.selectOffsets(db, input),
  }),

  record: auditedHandler(async ({ input, staff, db, now, audit }) => {
    const { ids, amount, paidOn, note } = input
    if (ids.length === 0 || ids.length > MAX_OFFSETS_AT_ONCE)
      return refuse(offsetServerTexts.notOpen)
    if (!isDay(paidOn)) return refuse(offsetTexts.dayNeeded)
    if (paidOn > toChinaDay(now)) return refuse(offsetServerTexts.ahead)
    if (amount !== 0 && ids.length > 1) return refuse(offsetServerTexts.tooMuch)
    const keys = [...new Set(ids)].map(store.parseOffsetId)
    const known = keys.filter((key) => key !== undefined)
    if (known.length < keys.length) return refuse(offsetServerTexts.notOpen)
    const origin = { by: staff.code, source: 'desk', note, paidOn, now }
    await lockStudents(
      db,
      known.map(({ student }) => student),
    )
    const fen = amount === 0 ? null : amount
    // All are checked before the first is offset, because a refusal must change nothing.
    for (const key of known) {
      const why = await explainOffsetRefusal(db, key, fen)
      if (why !== undefined) return refuse(why)
    }
    for (const key of known) {
      await recordOffset(db, key, fen, origin)
      await audit({
        action: 'offsets.record',
        about: `student:${key.student}`,
        reason: note,
        details: {
          way: key.way,
          year: key.year,
          paidOn,
          ...(amount !== 0 && { amount: formatYuan(amount) }),
        },
      })
    }
    return succeed({})
  }),

  undo: auditedHandler(async ({ input: { id, reason }, staff, db, now, audit }) => {
    const key = store.parseOffsetId(id)
    if (key === undefined) return refuse(offsetServerTexts.notDone)
    const origin = { by: staff.code, source: 'desk', note: reason, paidOn: null, now }
    const why = await undoOffset(db, key, origin)
    if (why !== undefined) return refuse(why)
    const { way, student, year } = key
    await audit({
      action: 'offsets.undo',
      about: `student:${student}`,
      reason,
      details: { way, year },
    })
    return succeed({})
  }),
}

function parseCursor(text: string) {
  const key = store.parseOffsetId(text.slice(2))
  return key === undefined ? undefined : { ...key, isDone: text.startsWith('1') }
}
