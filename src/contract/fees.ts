import { feesTexts } from '../i18n/fees.ts'
import { type LocalizedText, fillTemplateText } from '../i18n/translate.ts'
import { defineInquiry, defineRead, defineWrite } from './call.ts'
import {
  booleanCodec,
  requiredKey,
  listCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import { parseYuan, fenTextField, fenField } from './fields.ts'
import { normalizeAmount } from './normalize.ts'
import { acceptIfKeyPresent } from './rules.ts'

const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })

const FeeOverview = recordCodec({
  /** Every fee year with the amounts due and paid. */
  years: requiredKey(
    'allFeeMsg',
    listCodec(
      recordCodec({
        year: textCodec(),
        due: requiredKey('needFee', fenField),
        paid: requiredKey('isFee', fenField),
        /** Present only for years other than the current one, and only if something was offset. */
        owed: optionalKey('owefee', fenField),
      }),
    ),
  ),
  /** The items of the current fee year without the dorm. */
  items: requiredKey(
    'feeList',
    listCodec(
      recordCodec({
        name: requiredKey('costName', textCodec()),
        fee: requiredKey('costFees', fenField),
      }),
    ),
  ),
  dorm: requiredKey(
    'stuDorm',
    nullableCodec(recordCodec({ price: requiredKey('dormfeeprice', fenField) })),
  ),
  year: requiredKey('findYear', textCodec()),
  /** Below 0: exactly the owed amount must be paid (FEE-62). */
  lowest: requiredKey('lowestFee', recordCodec({ fee: requiredKey('lowestFee', fenField) })),
  due: requiredKey('needFee', fenField),
  paid: requiredKey('isFee', fenField),
  /** What can be paid now, as the server computes it (D-56). */
  owed: requiredKey('owefee', fenField),
  scholarship: requiredKey(
    'JXJ',
    nullableCodec(
      recordCodec({
        amount: requiredKey('isPayMoney', fenField),
        offset: requiredKey('status', booleanCodec),
      }),
    ),
  ),
})
/** A student's amounts due, paid and owed; money in fen (FEE-18 to FEE-24). */
export type FeeOverview = CodecValue<typeof FeeOverview>

const FeeItem = recordCodec({
  name: requiredKey('chargeItemsName', textCodec()),
  fee: requiredKey('charge', fenField),
  /** Displayed unchanged (D-55). */
  status: requiredKey('statusName', textCodec()),
  payStatus: requiredKey('feeStatusName', textCodec()),
  remark: textCodec(),
  id: requiredKey('regItemId', textCodec()),
})
/** A single fee of the campus flow (FEE-29). */
export type FeeItem = CodecValue<typeof FeeItem>

/** Whether this fee has a pay button (FEE-30, D-55). */
export const isPayable = (item: Pick<FeeItem, 'payStatus'>): boolean =>
  item.payStatus === '未缴费' || item.payStatus === 'unpaid'

const FeeOrder = recordCodec({
  number: requiredKey('orderNo', textCodec()),
  amount: fenTextField,
  /** 'open': can still be paid; 'checking': waits for the gateway's result; 'paid'; 'closed'. */
  state: textCodec(),
  /** ISO instant of the last change. */
  at: requiredKey('time', textCodec()),
  /**
   * Where the payment of the order began: '1' in the step of the flow, '3' in the campus's list of
   * fees; absent on other backends.
   */
  type: optionalKey('orderType', textCodec()),
})
/** One of the student's orders, as the server sees it. */
export type FeeOrder = CodecValue<typeof FeeOrder>

const PayAtSchoolSlip = recordCodec({
  student: recordCodec({
    name: textCodec(),
    number: requiredKey('stuNumber', textCodec()),
    gender: textCodec(),
    idCard: textCodec(),
    /** The type of an identity document that is not a resident ID card. */
    idType: optionalKey('idCardType', textCodec()),
    grade: textCodec(),
    department: requiredKey('deptName', textCodec()),
    major: requiredKey('majorName', textCodec()),
  }),
  fees: requiredKey(
    'tuitions',
    listCodec(
      recordCodec({
        name: textCodec(),
        fee: requiredKey('feeMoney', fenField),
      }),
    ),
  ),
  dorm: requiredKey(
    'stuDorminfo',
    nullableCodec(recordCodec({ fee: requiredKey('dormSum', fenField) })),
  ),
  /** The amount already paid, if any. */
  paid: optionalKey('isFee', fenField),
  /** The amount still to be paid, if it is not the sum of the items. */
  owed: optionalKey('owefee', fenField),
})
/** The paper slip for paying at school (FEE-38). */
export type PayAtSchoolSlip = CodecValue<typeof PayAtSchoolSlip>

/** Fees (FEE). Only the overview can be read offline, and nothing can be paid offline (D-103). */
export const fees = {
  overview: defineRead({
    path: '/api/fees/open',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: FeeOverview,
    rule: acceptIfKeyPresent('allFeeMsg'),
  }),
  /** The payments of this year's fees. */
  charges: defineRead({
    path: '/api/fees/getCurrentChargeInfo',
    who: 'student',
    input: ByStudent,
    output: recordCodec({
      ways: requiredKey(
        'payWays',
        listCodec(
          recordCodec({
            way: requiredKey('chargeWay', textCodec()),
            fee: requiredKey('fees', fenField),
          }),
        ),
      ),
      details: requiredKey(
        'payDetail',
        listCodec(
          recordCodec({
            name: requiredKey('costName', textCodec()),
            paid: requiredKey('isFee', fenField),
          }),
        ),
      ),
      /** The refunds of this year's payments; absent on other backends. */
      refunds: optionalKey(
        'refunds',
        listCodec(
          recordCodec({
            amount: requiredKey('fees', fenField),
            /** 'processing', 'stuck', 'done', or 'carried' to the fees of another year. */
            state: textCodec(),
            /** ISO instant of the approval, or of the end. */
            at: requiredKey('time', textCodec()),
          }),
        ),
      ),
    }),
    rule: acceptIfKeyPresent('payWays'),
  }),
  /**
   * Whether anything is paid for the current year (msg '1', D-68). Our backend also returns the
   * state of one order: the order with the given number, or the newest order if no number is given.
   * `null`: there is no order.
   */
  paidState: defineInquiry({
    path: '/api/fees/checkCurrentChargeInfoNew',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      order: optionalKey('orderNo', textCodec()),
    }),
    output: recordCodec({
      paid: requiredKey('msg', booleanCodec),
      order: optionalKey('order', nullableCodec(FeeOrder)),
    }),
    rule: acceptIfKeyPresent('msg'),
  }),
  /** The single fees of the campus flow (FEE-28). */
  items: defineRead({
    path: '/findScore/queryitems',
    who: 'student',
    input: recordCodec({ idCard: textCodec() }),
    output: recordCodec({ items: requiredKey('data', listCodec(FeeItem)) }),
  }),
  /** Completes the payment step by paying at school; repeating the call changes nothing (D-59). */
  payAtSchool: defineWrite({
    path: '/payment/payCarry',
    who: 'student',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      year: textCodec(),
      step: requiredKey('processId', wholeNumberCodec),
    }),
    output: PayAtSchoolSlip,
    rule: acceptIfKeyPresent('student'),
  }),
}

/** The displayed total: items and dorm minus the paid amount, at least 0 (FEE-64, D-56); fen. */
export const computeDisplayedTotal = ({
  items,
  dorm,
  paid,
}: Pick<FeeOverview, 'items' | 'dorm' | 'paid'>): number =>
  Math.max(0, items.reduce((sum, { fee }) => sum + fee, 0) + (dorm?.price ?? 0) - paid)

/** The amount offset against a year, as the university computes it; fen. */
export const computeFeeOffset = ({
  due,
  paid,
  owed,
}: Pick<FeeOverview, 'due' | 'paid' | 'owed'>): number => Math.max(0, due - paid - owed)

/**
 * Validates a typed amount in yuan; undefined if it is valid (FEE-59 to FEE-61, D-57). `owed` and
 * `lowest` in fen.
 */
export function validateAmountText(
  typed: string,
  { owed, lowest }: { owed: number; lowest: number },
): LocalizedText | undefined {
  const yuan = normalizeAmount(typed)
  if (yuan === '') return feesTexts.amountRequired
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(yuan)) return feesTexts.amountWrong
  return validateFen(parseYuan(yuan), { owed, lowest })
}

/** Validates an amount in fen; undefined if it is valid. */
export function validateFen(
  fen: number,
  { owed, lowest }: { owed: number; lowest: number },
): LocalizedText | undefined {
  if (!Number.isSafeInteger(fen) || fen <= 0 || fen > owed || (lowest < 0 && fen !== owed))
    return feesTexts.amountWrong
  if (owed < lowest || fen >= lowest) return undefined
  const yuan = formatYuanWithoutTrailingZeros(lowest)
  return fillTemplateText(feesTexts.amountTooLow, yuan)
}

/** Formats fen as yuan without trailing zeros: 500000 is '5000', 1990 is '19.9'. */
export const formatYuanWithoutTrailingZeros = (fen: number): string => String(fen / 100)
