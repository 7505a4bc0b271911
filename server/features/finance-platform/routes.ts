import type { CallInput } from '#contract/call'
import { formatYuan } from '#contract/fields'
import { type financePlatform, MAX_PLATFORM_DAYS } from '#contract/finance-platform'
import { exportTexts } from '#i18n/exports'
import { financeTexts } from '#i18n/finance'
import { financePlatformTexts as texts, platformListTexts } from '#i18n/finance-platform'
import { financePlatformServerTexts as says } from '#i18n/finance-platform-server'
import { financeServerTexts } from '#i18n/finance-server'
import { outsidePaymentServerTexts } from '#i18n/outside-payments-server'
import { paymentChannelName } from '#i18n/payment-channels'
import { refusalTexts } from '#i18n/refusals'
import { daysBetween, toChinaDay, toChinaMinute } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type HandlerRequest, type Handlers, refuse, succeed } from '../../platform/http/handler.ts'
import { findBalances } from '../charges/public.ts'
import { auditedHandler, createExportHandler } from '../office/public.ts'
import { bookOutsidePayment } from '../outside-payments/public.ts'
import type { ComparedReference } from './comparison.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of the reconciliation with the finance platform. */
export const financePlatformHandlers: Handlers<typeof financePlatform> = {
  list: async ({ input: { after, ...filter }, db, now }) => {
    const days = daysBetween(filter.from, filter.to)
    if (days < 0 || days >= MAX_PLATFORM_DAYS) return refuse(texts.rangeNeeded)
    const found = await store.listReferences(db, filter, { after, most: PAGE })
    const notesOf = await store.findNotes(db, found)
    return succeed({
      lines: found.map((line) => ({
        reference: line.root,
        refund: line.returned,
        result: line.result,
        differs: [
          ...(line.amount_differs ? (['amount'] as const) : []),
          ...(line.student_differs ? (['student'] as const) : []),
          ...(line.day_differs ? (['day'] as const) : []),
        ],
        theirs:
          line.theirs === null
            ? null
            : {
                amount: line.theirs,
                from: line.their_from ?? '',
                to: line.their_to ?? '',
                who: line.their_names,
                student: knownStudentOf(line.their_who),
                about: line.about,
              },
        ours:
          line.ours === null
            ? null
            : {
                amount: line.ours,
                from: line.our_from ?? '',
                to: line.our_to ?? '',
                who: line.our_names,
                student: knownStudentOf(line.our_who),
                way: line.way ?? '',
              },
        bookable: line.bookable,
        version: line.version,
        ended: line.is_ended,
        history: notesOf(line).map(({ is_done: done, note, by, noted_at: at }) => ({
          done,
          note,
          by,
          at: at.toISOString(),
        })),
      })),
      totals: after === '' ? await totalsOf(db, filter, toChinaDay(now)) : null,
      next: found.length < PAGE ? '' : (found.at(-1)?.key ?? ''),
    })
  },

  export: createExportHandler({
    title: texts.title,
    action: 'exports.financePlatform',
    columns: [
      { title: texts.result, cell: ({ result }, language) => platformListTexts[result][language] },
      { title: texts.reference, cell: ({ root }) => root },
      {
        title: texts.refund,
        cell: ({ returned }, language) => (returned ? texts.refund[language] : ''),
      },
      { title: texts.theirDay, cell: ({ their_from: from, their_to: to }) => spanOf(from, to) },
      { title: texts.theirStudent, cell: ({ their_names: names }) => names },
      { title: texts.theirSum, cell: ({ theirs }) => yuanOf(theirs), numberFormat: '0.00' },
      { title: texts.itemAndChannel, cell: ({ about }) => about },
      { title: texts.ourDay, cell: ({ our_from: from, our_to: to }) => spanOf(from, to) },
      { title: texts.ourStudent, cell: ({ our_names: names }) => names },
      { title: texts.ourSum, cell: ({ ours }) => yuanOf(ours), numberFormat: '0.00' },
      {
        title: financeTexts.channel,
        cell: ({ way }, language) => paymentChannelName(way ?? '', language),
      },
      {
        title: financeTexts.state,
        cell: ({ result, is_ended }, language) =>
          result === 'matched' ? '' : financeTexts[is_ended ? 'handled' : 'waits'][language],
      },
      { title: financeTexts.note, cell: ({ note }) => note },
      { title: exportTexts.decidedBy, cell: ({ by }) => by },
      { title: exportTexts.decidedAt, cell: ({ noted_at: at }) => at && toChinaMinute(at) },
    ],
    rows: ({ db, input }: HandlerRequest<CallInput<typeof financePlatform.export>>) =>
      store.exportReferences(db, input),
  }),

  end: auditedHandler(async ({ input, staff, db, now, audit }) => {
    const { reference, refund, version, done, note } = input
    const line = await store.lockReference(db, reference, refund)
    if (line === undefined) return refuse(refusalTexts.notFound)
    if (done && line.is_ended) return refuse(financeServerTexts.handledAlready)
    if (!done && !line.has_end) return refuse(financeServerTexts.openAlready)
    if (line.version !== version) return refuse(says.changed)
    if (done && line.result === 'matched') return refuse(says.matched)
    await store.addNote(db, line, { done, note, by: staff.code, now })
    await audit({
      action: done ? 'financePlatform.end' : 'financePlatform.reopen',
      reason: note,
      details: { incident: platformListTexts[line.result].zh, transaction: reference },
    })
    return succeed({})
  }),

  book: auditedHandler(async ({ input, staff, db, now, audit }) => {
    const { reference, version, note } = input
    const line = await store.lockReference(db, reference, false)
    if (line === undefined) return refuse(refusalTexts.notFound)
    if (line.version !== version) return refuse(says.changed)
    if (line.result === 'matched') return refuse(says.matched)
    const student = knownStudentOf(line.their_who)
    if (!line.bookable || student === '') return refuse(says.notBookable)
    const purpose = choosePurpose(await findBalances(db, { student, now }), line)
    if (purpose === undefined) return refuse(says.noCharge)
    const payment = {
      ...purpose,
      student,
      amountFen: line.theirs ?? 0,
      paidOn: line.their_to ?? toChinaDay(now),
      way: 'finance',
      reference,
      note,
    }
    const origin = { by: staff.code, source: 'platform', now }
    if (!(await bookOutsidePayment(db, payment, origin)))
      return refuse(outsidePaymentServerTexts.known)
    const { year, item, amountFen, paidOn, way } = payment
    await audit({
      action: 'financePlatform.book',
      about: `student:${student}`,
      reason: note,
      details: { transaction: reference, way, year, item, amount: formatYuan(amountFen), paidOn },
    })
    return succeed({})
  }),
}

async function totalsOf(db: Db, range: { from: string; to: string }, today: string) {
  const { here, there, ...figures } = await store.sumReferences(db, range)
  return {
    ...figures,
    missingHere: here,
    missingThere: there,
    daysWithoutLines: await store.findDaysWithoutLines(db, range, today),
  }
}

/**
 * Chooses the charge that a line pays first: its item in its year. Without a year it is the earliest
 * one that is not paid. An item that the student is not charged means the whole year.
 */
function choosePurpose(
  charges: readonly { readonly year: number; readonly item: string; readonly owed_fen: number }[],
  { years, items }: Pick<ComparedReference, 'years' | 'items'>,
): { readonly year: number; readonly item: string } | undefined {
  const own = charges
    .filter((charge) => years.length === 0 || years.includes(charge.year))
    .toSorted((one, other) => one.year - other.year)
  const [item = '', ...others] = items
  const named = others.length > 0 ? [] : own.filter((charge) => charge.item === item)
  const chosen = [...named, ...own].find((charge) => charge.owed_fen > 0) ?? named[0] ?? own.at(-1)
  return chosen && { year: chosen.year, item: named.includes(chosen) ? item : '' }
}

// The code of the only student; '' for several students and unknown numbers.
const knownStudentOf = ([only = '', ...others]: readonly string[]): string =>
  others.length > 0 || only.startsWith('?') ? '' : only

const yuanOf = (fen: number | null): number | null => (fen === null ? null : fen / 100)

const spanOf = (from: string | null, to: string | null): string =>
  [...new Set([from ?? '', to ?? ''])].join(' – ')
