import { feesTexts } from '../i18n/fees.ts'
import type { Text } from '../i18n/translate.ts'
import { defineInquiry, defineRead, defineWrite } from './call.ts'
import {
  flag,
  key,
  list,
  maybe,
  optionalKey,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import { parseYuan, fenText, money } from './fields.ts'
import { normalizeAmount } from './normalize.ts'
import { codeZero, keyPresentRule } from './rules.ts'

const ByStudent = record({ student: key('stuCode', text()) })

const FeeOverview = record({
  /** Every fee year with the amounts due and paid. */
  years: key(
    'allFeeMsg',
    list(
      record({
        year: key('year', text()),
        due: key('needFee', money),
        paid: key('isFee', money),
        /** Present only for other years, and only if something was offset. */
        owed: optionalKey('owefee', money),
      }),
    ),
  ),
  /** The items of the current fee year without the dorm. */
  items: key(
    'feeList',
    list(record({ name: key('costName', text()), fee: key('costFees', money) })),
  ),
  dorm: key('stuDorm', maybe(record({ price: key('dormfeeprice', money) }))),
  year: key('findYear', text()),
  /** Below 0: exactly the owed amount must be paid (FEE-62). */
  lowest: key('lowestFee', record({ fee: key('lowestFee', money) })),
  due: key('needFee', money),
  paid: key('isFee', money),
  /** What can be paid now, as the server computes it (D-56). */
  owed: key('owefee', money),
  scholarship: key(
    'JXJ',
    maybe(record({ amount: key('isPayMoney', money), offset: key('status', flag) })),
  ),
})
/** A student's amounts due, paid and owed; money in fen (FEE-18 to FEE-24). */
export type FeeOverview = CodecValue<typeof FeeOverview>

const FeeItem = record({
  name: key('chargeItemsName', text()),
  fee: key('charge', money),
  /** Displayed unchanged (D-55). */
  status: key('statusName', text()),
  payStatus: key('feeStatusName', text()),
  remark: key('remark', text()),
  id: key('regItemId', text()),
})
/** A single fee of the campus flow (FEE-29). */
export type FeeItem = CodecValue<typeof FeeItem>

/** Whether this fee has a pay button (FEE-30, D-55). */
export const isPayable = (item: Pick<FeeItem, 'payStatus'>): boolean =>
  item.payStatus === '未缴费' || item.payStatus === 'unpaid'

const FeeOrder = record({
  number: key('orderNo', text()),
  amount: key('amount', fenText),
  /**
   * 'open' may still be paid, 'checking' waits for the gateway's result, then 'paid' or 'closed'.
   */
  state: key('state', text()),
  /** ISO instant of the last change. */
  at: key('time', text()),
  /**
   * Where it started: '1' the step of the flow, '3' the campus's list; absent on other backends.
   */
  type: optionalKey('orderType', text()),
})
/** One of the student's orders, as the server sees it. */
export type FeeOrder = CodecValue<typeof FeeOrder>

const PayAtSchoolSlip = record({
  student: key(
    'student',
    record({
      name: key('name', text()),
      number: key('stuNumber', text()),
      gender: key('gender', text()),
      idCard: key('idCard', text()),
      grade: key('grade', text()),
      department: key('deptName', text()),
      major: key('majorName', text()),
    }),
  ),
  fees: key('tuitions', list(record({ name: key('name', text()), fee: key('feeMoney', money) }))),
  dorm: key('stuDorminfo', maybe(record({ fee: key('dormSum', money) }))),
  /** The amount already paid, if any. */
  paid: optionalKey('isFee', money),
  /** The amount still to be paid, if it is not the sum of the items. */
  owed: optionalKey('owefee', money),
})
/** The paper slip for paying at school (FEE-38). */
export type PayAtSchoolSlip = CodecValue<typeof PayAtSchoolSlip>

/** Fees (FEE). Only the overview may be read offline, and nothing can be paid offline (D-103). */
export const fees = {
  overview: defineRead({
    path: '/api/fees/open',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: FeeOverview,
    rule: keyPresentRule('allFeeMsg'),
  }),
  /** How this year's fees were paid. */
  charges: defineRead({
    path: '/api/fees/getCurrentChargeInfo',
    who: 'student',
    offline: 'online-only',
    input: ByStudent,
    output: record({
      ways: key(
        'payWays',
        list(record({ way: key('chargeWay', text()), fee: key('fees', money) })),
      ),
      details: key(
        'payDetail',
        list(record({ name: key('costName', text()), paid: key('isFee', money) })),
      ),
    }),
    rule: keyPresentRule('payWays'),
  }),
  /**
   * Whether something is paid for the current year (msg '1', D-68), and, on our backend, the state
   * of an order: the one with this number, or the newest if none is given. `null`: there is no
   * order.
   */
  paidState: defineInquiry({
    path: '/api/fees/checkCurrentChargeInfoNew',
    who: 'student',
    input: record({ student: key('stuCode', text()), order: optionalKey('orderNo', text()) }),
    output: record({ paid: key('msg', flag), order: optionalKey('order', maybe(FeeOrder)) }),
    rule: keyPresentRule('msg'),
  }),
  /** The single fees of the campus flow (FEE-28). */
  items: defineRead({
    path: '/findScore/queryitems',
    who: 'student',
    offline: 'online-only',
    input: record({ idCard: key('idCard', text()) }),
    output: record({ items: key('data', list(FeeItem)) }),
    rule: codeZero,
  }),
  /** Completes the payment step by paying at school; repeatable without effect (D-59). */
  payAtSchool: defineWrite({
    path: '/payment/payCarry',
    who: 'student',
    input: record({
      student: key('stuCode', text()),
      year: key('year', text()),
      step: key('processId', wholeNumber),
    }),
    output: PayAtSchoolSlip,
    rule: keyPresentRule('student'),
  }),
}

/** The displayed total: items and dorm minus the paid amount, at least 0 (FEE-64, D-56); fen. */
export const shownTotal = ({
  items,
  dorm,
  paid,
}: Pick<FeeOverview, 'items' | 'dorm' | 'paid'>): number =>
  Math.max(0, items.reduce((sum, { fee }) => sum + fee, 0) + (dorm?.price ?? 0) - paid)

/** The amount offset against a year, as the university computes it; fen. */
export const offsetOf = ({ due, paid, owed }: Pick<FeeOverview, 'due' | 'paid' | 'owed'>): number =>
  Math.max(0, due - paid - owed)

/**
 * Validates a typed amount in yuan; undefined if it is valid (FEE-59 to FEE-61, D-57). `owed` and
 * `lowest` in fen.
 */
export function amountProblem(
  typed: string,
  { owed, lowest }: { owed: number; lowest: number },
): Text | undefined {
  const yuan = normalizeAmount(typed)
  if (yuan === '') return feesTexts.amountRequired
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(yuan)) return feesTexts.amountWrong
  return fenProblem(parseYuan(yuan), { owed, lowest })
}

/** Validates an amount in fen; undefined if it is valid. */
export function fenProblem(
  fen: number,
  { owed, lowest }: { owed: number; lowest: number },
): Text | undefined {
  if (!Number.isSafeInteger(fen) || fen <= 0 || fen > owed || (lowest < 0 && fen !== owed))
    return feesTexts.amountWrong
  if (owed < lowest || fen >= lowest) return undefined
  const yuan = shortYuan(lowest)
  return { zh: feesTexts.amountTooLow.zh(yuan), en: feesTexts.amountTooLow.en(yuan) }
}

/** Fen as yuan text without trailing zeros: 500000 is '5000', 1990 is '19.9'. */
export const shortYuan = (fen: number): string => String(fen / 100)
