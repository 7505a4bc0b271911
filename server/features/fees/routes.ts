import type { fees } from '#contract/fees'
import { formatYuan } from '#contract/fields'
import { feesServerTexts } from '#i18n/fees-server'
import { paymentChannelName } from '#i18n/payment-channels'
import type { Language } from '#i18n/translate'
import type { PaymentGateway } from '../../payment-gateways/payment-gateway.ts'
import { toChinaYear } from '../../platform/clock.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { describeWindowRefusal, findCampusRules } from '../campus-rules/public.ts'
import {
  type Charge,
  type ChargeBalance,
  DORM_CHARGE_ITEM,
  findBalances,
  findPaymentTerms,
  findCharges,
  sumFeeYears,
  sumOwedInYear,
} from '../charges/public.ts'
import { confirmReservedBed } from '../dorm/public.ts'
import { isPaymentDone, markPaymentDone } from '../onboarding-steps/public.ts'
import { refreshNewestOrder } from '../payment/public.ts'
import { findRefundsOfStudent } from '../refunds/public.ts'
import { sumPaymentsByMethod } from './store.ts'

/** The handlers of fees (FEE): the caller's amounts due, paid and owed. */
export const feesHandlers = (gateway: PaymentGateway): Handlers<typeof fees> => ({
  overview: studentHandler(async ({ student, db, now, tools }) => {
    const year = toChinaYear(now)
    const charges = await findBalances(db, { student: student.code, now })
    const current = charges.filter((charge) => charge.year === year)
    const dorm = current.find(({ item }) => item === DORM_CHARGE_ITEM)
    const lowest = tools.settings.lowestFeeFen
    const beside = await findPaymentTerms(db, student, { year, lowest })
    return succeed({
      years: sumFeeYears(charges).map(({ year: of, due, paid, owed }) => ({
        year: String(of),
        due,
        paid,
        owed: of === year || owed === Math.max(0, due - paid) ? undefined : owed,
      })),
      items: current
        .filter((charge) => charge !== dorm)
        .map(({ item, due_fen: fee }) => ({ name: item, fee })),
      dorm: dorm === undefined ? null : { price: dorm.due_fen },
      year: String(year),
      lowest: { fee: beside.minimumFen },
      ...sums(current),
      owed: sumOwedInYear(charges, year),
      scholarship: beside.scholarship,
    })
  }),

  charges: studentHandler(async ({ student, db, now, language }) => {
    const year = toChinaYear(now)
    const ways = await sumPaymentsByMethod(db, { student: student.code, year })
    const charges = (await findCharges(db, { student: student.code, now })).filter(
      (charge) => charge.year === year,
    )
    const paid = charges.reduce((sum, charge) => sum + charge.paid_fen, 0)
    const surplus = ways.reduce((sum, way) => sum + Number(way.surplus), 0)
    const known = ways.reduce((sum, way) => sum + Number(way.sum), 0) - surplus
    const refunds = await findRefundsOfStudent(db, { student: student.code, year })
    return succeed({
      refunds:
        refunds.length === 0
          ? undefined
          : refunds.map((one) => ({
              amount: one.amount_fen,
              state:
                one.state === 'stuck'
                  ? 'stuck'
                  : one.state !== 'done'
                    ? 'processing'
                    : one.way === 'carry-over'
                      ? 'carried'
                      : 'done',
              at: one.at?.toISOString() ?? '',
            })),
      ways: [
        ...ways.map(({ way, sum }) => ({
          way: paymentChannelName(way, language),
          fee: Number(sum),
        })),
        // The rest was paid before this backend recorded orders.
        ...(paid > known ? [{ way: feesServerTexts.onCampus[language], fee: paid - known }] : []),
      ],
      details: [
        ...charges
          .filter((charge) => charge.paid_fen > 0)
          .map(({ item, paid_fen }) => ({ name: item, paid: paid_fen })),
        // Both lists have the same sum: the part that was paid beyond this year's fees has separate
        // lines.
        ...(known > paid
          ? [{ name: feesServerTexts.otherYears[language], paid: known - paid }]
          : []),
        ...(surplus > 0 ? [{ name: feesServerTexts.surplus[language], paid: surplus }] : []),
      ],
    })
  }),

  paidState: studentHandler(async ({ input, student, db, now, tools: { clock } }) => {
    const year = toChinaYear(now)
    const order = await refreshNewestOrder({ db, gateway, clock }, student.code, input.order)
    const charges = await findCharges(db, { student: student.code, now })
    return succeed({
      paid: charges.some((charge) => charge.year === year && charge.paid_fen > 0),
      order:
        order === undefined
          ? null
          : {
              number: order.number,
              amount: order.amount_fen,
              state: order.state,
              at: order.updated_at.toISOString(),
              type: order.kind,
            },
    })
  }),

  items: studentHandler(async ({ student, db, now, language }) => {
    const charges = await findBalances(db, { student: student.code, now })
    return succeed({
      items: charges.map((charge) => ({
        name: charge.item,
        // The amount that is shown is the amount that would be collected.
        fee: charge.owed_fen > 0 ? charge.owed_fen : charge.due_fen,
        status: feesServerTexts.ofYear[language](charge.year),
        // A constant of the wire format, the same in every language (D-55).
        payStatus: charge.owed_fen > 0 ? '未缴费' : '已缴费',
        remark: remarkOf(charge, language),
        id: String(charge.id),
      })),
    })
  }),

  payAtSchool: studentHandler(async (ask) => {
    const { input, student, db, now } = ask
    const year = toChinaYear(now)
    if (input.year !== '' && input.year !== String(year)) return refuse(feesServerTexts.otherYear)
    await lockStudent(db, student.code)
    // A student who has chosen it before can open the slip again.
    const closed = describeWindowRefusal(await findCampusRules(ask), 'onlinefee', now)
    if (closed !== undefined && !(await isPaymentDone(db, student.code))) return refuse(closed)
    await markPaymentDone(db, { student: student.code, now })
    // The bed is confirmed now, because nobody can pay on campus within the half hour of the
    // reservation.
    await confirmReservedBed(db, student.code, now)
    // The charges are read after the bed is confirmed, because confirming a bed whose reservation
    // had expired charges it again.
    const current = (await findBalances(db, { student: student.code, now })).filter(
      (charge) => charge.year === year,
    )
    const dorm = current.find(({ item }) => item === DORM_CHARGE_ITEM)
    const { paid } = sums(current)
    const owed = owedIfOffset(current)
    return succeed({
      paid: paid > 0 ? paid : undefined,
      owed: paid > 0 || owed !== undefined ? sumOwedInYear(current, year) : undefined,
      student: {
        name: student.name,
        number: student.number ?? student.exam_number ?? '',
        gender: student.gender,
        idCard: student.id_card,
        idType: student.id_type === 'resident' ? undefined : student.id_type,
        grade: student.grade,
        department: student.department,
        major: student.major,
      },
      fees: current
        .filter((charge) => charge !== dorm)
        .map(({ item, due_fen: fee }) => ({ name: item, fee })),
      dorm: dorm === undefined ? null : { fee: dorm.due_fen },
    })
  }),
})

// The remark on a partly paid fee: the amounts paid and offset.
function remarkOf({ due_fen, paid_fen, offset_fen }: ChargeBalance, language: Language): string {
  const isWhole = offset_fen === 0 && (paid_fen === 0 || paid_fen === due_fen)
  return isWhole
    ? ''
    : feesServerTexts.partly[language]({
        due: formatYuan(due_fen),
        paid: paid_fen > 0 ? formatYuan(paid_fen) : undefined,
        offset: offset_fen > 0 ? formatYuan(offset_fen) : undefined,
      })
}

// The amount owed for a year, if offsets make it differ from due minus paid.
function owedIfOffset(charges: readonly ChargeBalance[]): number | undefined {
  const { due, paid } = sums(charges)
  const owed = charges.reduce((sum, charge) => sum + charge.owed_fen, 0)
  return owed === Math.max(0, due - paid) ? undefined : owed
}

const sums = (charges: readonly Charge[]) => ({
  due: charges.reduce((sum, { due_fen: due }) => sum + due, 0),
  paid: charges.reduce((sum, { paid_fen: paid }) => sum + paid, 0),
})
