import type { fees } from '#contract/fees'
import { yuanOf } from '#contract/fields'
import { feesServerTexts } from '#i18n/fees-server'
import type { Language } from '#i18n/translate'
import type { Gateway } from '../../payments/gateway.ts'
import { chinaYear } from '../../platform/clock.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import {
  type Charge,
  type ChargeBalance,
  DORM_ITEM,
  findBalances,
  findBeside,
  findCharges,
  owedIn,
} from '../charges/face.ts'
import { keepPlace } from '../dorm/face.ts'
import { lookedAfter } from '../payment/face.ts'
import { markPaymentDone } from '../steps/face.ts'
import { findWays } from './store.ts'

/** Fees (FEE): what is due, paid and owed, by who asks. */
export const feesHandlers = (gateway: Gateway): Handlers<typeof fees> => ({
  overview: byStudent(async ({ student, db, now, tools }) => {
    const year = chinaYear(now)
    const charges = await findBalances(db, { student: student.code, now })
    const current = charges.filter((charge) => charge.year === year)
    const dorm = current.find(({ item }) => item === DORM_ITEM)
    const lowest = tools.settings.lowestFeeFen
    const beside = await findBeside(db, student, { year, lowest })
    return good({
      years: [...new Set(charges.map((charge) => charge.year))].map((of) => ({
        year: String(of),
        ...sums(charges.filter((charge) => charge.year === of)),
        owed:
          of === year ? undefined : owedUnlikeSums(charges.filter((charge) => charge.year === of)),
      })),
      items: current
        .filter((charge) => charge !== dorm)
        .map(({ item, due_fen: fee }) => ({ name: item, fee })),
      dorm: dorm === undefined ? null : { price: dorm.due_fen },
      year: String(year),
      lowest: { fee: beside.lowest },
      ...sums(current),
      owed: owedIn(charges, year),
      scholarship: beside.scholarship,
    })
  }),

  charges: byStudent(async ({ student, db, now, language }) => {
    const year = chinaYear(now)
    const ways = await findWays(db, { student: student.code, year })
    const charges = (await findCharges(db, { student: student.code, now })).filter(
      (charge) => charge.year === year,
    )
    const paid = charges.reduce((sum, charge) => sum + charge.paid_fen, 0)
    const surplus = ways.reduce((sum, way) => sum + Number(way.surplus), 0)
    const known = ways.reduce((sum, way) => sum + Number(way.sum), 0) - surplus
    return good({
      ways: [
        ...ways.map(({ way, sum }) => ({
          way: feesServerTexts.ways[language][way] ?? way,
          fee: Number(sum),
        })),
        // The rest was paid before this backend recorded orders.
        ...(paid > known ? [{ way: feesServerTexts.onCampus[language], fee: paid - known }] : []),
      ],
      details: [
        ...charges
          .filter((charge) => charge.paid_fen > 0)
          .map(({ item, paid_fen }) => ({ name: item, paid: paid_fen })),
        // Both lists come to the same sum: what went beyond this year's fees has lines of its own.
        ...(known > paid
          ? [{ name: feesServerTexts.otherYears[language], paid: known - paid }]
          : []),
        ...(surplus > 0 ? [{ name: feesServerTexts.surplus[language], paid: surplus }] : []),
      ],
    })
  }),

  paidState: byStudent(async ({ input, student, db, now, tools: { clock } }) => {
    const year = chinaYear(now)
    const order = await lookedAfter({ db, gateway, clock }, student.code, input.order)
    const charges = await findCharges(db, { student: student.code, now })
    return good({
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

  items: byStudent(async ({ student, db, now, language }) => {
    const charges = await findBalances(db, { student: student.code, now })
    return good({
      items: charges.map((charge) => ({
        name: charge.item,
        // What is asked for is what is taken.
        fee: charge.owed_fen > 0 ? charge.owed_fen : charge.due_fen,
        status: feesServerTexts.ofYear[language](charge.year),
        // The wire's own word, in every language (D-55).
        payStatus: charge.owed_fen > 0 ? '未缴费' : '已缴费',
        remark: remarkOf(charge, language),
        id: String(charge.id),
      })),
    })
  }),

  payAtSchool: byStudent(async ({ input, student, db, now }) => {
    const year = chinaYear(now)
    if (input.year !== '' && input.year !== String(year)) return refused(feesServerTexts.otherYear)
    await lockStudent(db, student.code)
    await markPaymentDone(db, { student: student.code, now })
    // The bed is kept now: nobody can pay at the desk within the half hour that it is held.
    await keepPlace(db, student.code, now)
    // The charges are read after that, because a bed that was kept again is charged again.
    const current = (await findBalances(db, { student: student.code, now })).filter(
      (charge) => charge.year === year,
    )
    const dorm = current.find(({ item }) => item === DORM_ITEM)
    const { paid } = sums(current)
    const owed = owedUnlikeSums(current)
    return good({
      paid: paid > 0 ? paid : undefined,
      owed: paid > 0 || owed !== undefined ? owedIn(current, year) : undefined,
      student: {
        name: student.name,
        number: student.number ?? student.exam_number ?? '',
        gender: student.gender,
        idCard: student.id_card,
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

// What was paid of a fee and what was set off against it, where that is not nothing and not all.
function remarkOf({ due_fen, paid_fen, offset_fen }: ChargeBalance, language: Language): string {
  const isWhole = offset_fen === 0 && (paid_fen === 0 || paid_fen === due_fen)
  return isWhole
    ? ''
    : feesServerTexts.partly[language]({
        due: yuanOf(due_fen),
        paid: paid_fen > 0 ? yuanOf(paid_fen) : undefined,
        offset: offset_fen > 0 ? yuanOf(offset_fen) : undefined,
      })
}

// What is owed of a year, where due less paid does not tell it because something was set off.
function owedUnlikeSums(charges: readonly ChargeBalance[]): number | undefined {
  const { due, paid } = sums(charges)
  const owed = charges.reduce((sum, charge) => sum + charge.owed_fen, 0)
  return owed === Math.max(0, due - paid) ? undefined : owed
}

const sums = (charges: readonly Charge[]) => ({
  due: charges.reduce((sum, { due_fen: due }) => sum + due, 0),
  paid: charges.reduce((sum, { paid_fen: paid }) => sum + paid, 0),
})
