import type { CallInput } from '#contract/call'
import { INVOICE_STATES, type invoices } from '#contract/invoices'
import { invoiceTexts } from '#i18n/invoices'
import { paymentChannelName } from '#i18n/payment-channels'
import type { Language } from '#i18n/translate'
import { parsePaymentCursor } from '../../platform/database/queries/payment-cursor.ts'
import { studentNumberOf } from '../../platform/database/queries/student-number.ts'
import {
  type HandlerRequest,
  type Handlers,
  studentHandler,
  succeed,
} from '../../platform/http/handler.ts'
import { createExportHandler, listOrSearch } from '../office/public.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of invoices. */
export const invoiceHandlers: Handlers<typeof invoices> = {
  own: studentHandler(async ({ student, db }) =>
    succeed({ invoices: await store.findOwnInvoices(db, student.code) }),
  ),

  list: async (ask) => {
    const { input, db } = ask
    const after = parsePaymentCursor(input.after)
    const rows = () => store.findInvoicedPayments(db, input, { after, most: PAGE })
    const found = await listOrSearch(ask, 'finance.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      payments: found.map((row) => ({
        transaction: row.transaction,
        student: row.student_code,
        studentNumber: studentNumberOf(row),
        name: row.name,
        year: row.year,
        way: row.way,
        paidOn: row.paid_on,
        amount: row.amount_fen,
        kept: row.kept_fen,
        state: row.state,
        invoices: row.invoices,
      })),
      next: last === undefined ? '' : `${last.credited_at.getTime()}.${last.transaction}`,
    })
  },

  export: createExportHandler({
    title: invoiceTexts.data,
    action: 'exports.invoices',
    // oxlint-disable-next-line typescript/require-await -- the settings are known without waiting
    columns: async ({ tools: { settings } }: HandlerRequest<ExportInput>) => [
      { title: invoiceTexts.businessNumber, cell: businessNumberOf },
      { title: invoiceTexts.unitCode, cell: () => settings.invoiceUnitCode },
      { title: invoiceTexts.payer, cell: ({ name }) => name },
      { title: invoiceTexts.payerType, cell: (_row, language) => invoiceTexts.person[language] },
      {
        title: invoiceTexts.payerCode,
        cell: (row) =>
          settings.invoicePayerCode === 'document' ? row.id_card : studentNumberOf(row),
      },
      { title: invoiceTexts.number, cell: studentNumberOf },
      { title: invoiceTexts.itemCode, cell: ({ code }) => code },
      { title: invoiceTexts.itemName, cell: itemNameOf },
      { title: invoiceTexts.unit, cell: ({ unit }) => unit },
      { title: invoiceTexts.quantity, cell: ({ fen }) => fen && 1, numberFormat: '0' },
      { title: invoiceTexts.standard, cell: yuanOf, numberFormat: '0.00' },
      { title: invoiceTexts.amount, cell: yuanOf, numberFormat: '0.00' },
      { title: invoiceTexts.paidOn, cell: ({ paid_on }) => paid_on },
      { title: invoiceTexts.way, cell: ({ way }, language) => paymentChannelName(way, language) },
      { title: invoiceTexts.reference, cell: ({ transaction }) => transaction },
      {
        title: invoiceTexts.remark,
        cell: (row, language) =>
          row.of_year === null
            ? ''
            : invoiceTexts.remarkText[language](
                row.of_year,
                itemNameOf(row, language),
                row.class_name,
              ),
      },
      {
        title: invoiceTexts.invoicedAmount,
        cell: ({ valid_fen }) => valid_fen / 100,
        numberFormat: '0.00',
      },
      { title: invoiceTexts.state, cell: (row, language) => nameState(row.state, language) },
      { title: invoiceTexts.originalCode, cell: (row) => originalsOf(row, 'code') },
      { title: invoiceTexts.originalNumber, cell: (row) => originalsOf(row, 'number') },
    ],
    rows: ({ db, input }: HandlerRequest<ExportInput>) => store.selectInvoiceLines(db, input),
  }),
}

type ExportInput = CallInput<typeof invoices.export>
type Line = Awaited<ReturnType<ReturnType<typeof store.selectInvoiceLines>['execute']>>[number]

// An invoicing system accepts a business number once, so that of an invoice after the first has a
// suffix. The import ignores the suffix. A payment that needs no further invoice has its last number.
function businessNumberOf({ transaction, issued, state }: Line): string {
  const nth = state === 'missing' ? issued + 1 : issued
  return nth <= 1 ? transaction : `${transaction}-${nth}`
}

const yuanOf = ({ fen }: Line) => (fen === null ? null : fen / 100)

function itemNameOf({ item, item_name: name }: Line, language: Language): string {
  if (name !== null) return name
  if (item === ':surplus') return invoiceTexts.surplusItem[language]
  return item === ':other' ? invoiceTexts.otherItem[language] : (item ?? '')
}

const nameState = (state: string, language: Language): string => {
  const known = INVOICE_STATES.find((one) => one === state)
  return known === undefined ? state : invoiceTexts[known][language]
}

// The invoices that red ones have to cancel.
const originalsOf = ({ state, invoices: all }: Line, field: 'code' | 'number') =>
  state === 'red-needed'
    ? all
        .filter((one) => one.state === 'valid')
        .map((one) => one[field])
        .join('、')
    : ''
