import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { greenChannelTexts } from '../i18n/green-channel.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  key,
  lazyCodec,
  maybe,
  optionalKey,
  record,
  withEncoder,
  text,
  type CodecValue,
} from './codec.ts'
import { choice, money, requiredNumberText } from './fields.ts'
import { keyValueRule, keyPresentRule } from './rules.ts'

/** The states of an application: under review, approved, rejected (GRN-26). */
export const APPLICATION_PENDING = '0'
export const APPLICATION_APPROVED = '1'
export const APPLICATION_REJECTED = '2'

/** What an application is about: '1' loan, '2' registered household, '3' deferral (D-74). */
export const LOAN_KIND = '1'
export const HOUSEHOLD_KIND = '2'
export const DEFERRAL_KIND = '3'

/** An application of the green channel; money in fen (GRN-20 to GRN-25). */
export const GreenChannelApplication = record({
  amount: key('applyMoney', money),
  status: key(
    'applyStatus',
    choice([APPLICATION_PENDING, APPLICATION_APPROVED, APPLICATION_REJECTED], commonTexts.badField),
  ),
  reason: key('reason', text()),
  /** The loan's contract number and the verification code of its receipt. */
  contract: key('applyCode', text()),
  receipt: key('receiptCode', text()),
  year: key('year', text()),
  /** Opaque keys of images; '' for none. */
  picture: key('filePath', text()),
  picture2: key(['filePath2', 'filePathTwo'], text()),
  type: key('applyType', text()),
  id: key('typeId', text()),
  review: key('verifyId', text()),
  auditType: key('auditType', text()),
  auditAmount: key('auditMoney', maybe(money)),
  /** '0' until finance has offset it; then nothing can be changed (GRN-29). */
  offset: key('chargeAgainstStatus', text()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: key('applyApplicationTime', text()),
  name: key('name', text()),
  number: key('stuNumber', text()),
  student: key('stuCode', text()),
  studentStatus: key('status', text()),
  idCard: key('idCard', text()),
  department: optionalKey('deptName', text()),
  major: optionalKey('majorName', text()),
  className: optionalKey('className', text()),
  phone: optionalKey('stuPhone', text()),
})
/** An application of the green channel. */
export type GreenChannelApplication = CodecValue<typeof GreenChannelApplication>

/** Whether finance has offset the application, so that it can no longer be changed here. */
export const hasFinanceOffset = ({ offset }: Pick<GreenChannelApplication, 'offset'>): boolean =>
  offset !== '' && offset !== '0'

/** Loans: 1000 to 25000 yuan in steps of 1000 (GRN-10); fen. */
export const LOAN_AMOUNTS: readonly number[] = Array.from(
  { length: 25 },
  (_, at) => (at + 1) * 100_000,
)

/** The amount to be paid at once when the rest is deferred: 12000 yuan (GRN-45); fen. */
export const DEFERRAL_FIRST_PAYMENT = 1_200_000

/** The wire names of the pictures; a refusal of a picture names the same key. */
export const PICTURE_KEYS = {
  receipt: 'applyProveBaese64',
  householder: 'applyHouseholderBaese64',
  own: 'applyOneselfBaese64',
} as const

const image = (message: { zh: string; en: string }) => text(v.nonEmpty(validationMessage(message)))

const oneOfAmounts = () =>
  v.picklist(LOAN_AMOUNTS, validationMessage(greenChannelTexts.amountChoose))
const loanAmount = lazyCodec<number>({
  decode: () => v.pipe(money.decode, oneOfAmounts()),
  encode: money.encode,
  schema: oneOfAmounts,
})

const LoanApplication = record({
  amount: key('applyMoney', loanAmount),
  student: key('stuCode', text()),
  /** Raw base64 of a JPEG or PNG without the `data:` prefix (D-73). */
  image: key(PICTURE_KEYS.receipt, image(greenChannelTexts.receiptImageRequired)),
  contract: key('applyCode', requiredNumberText(greenChannelTexts.contractRequired)),
  receipt: key('receiptCode', requiredNumberText(greenChannelTexts.receiptRequired)),
  idCard: key('idCard', text()),
})
/** An application for a loan. */
export type LoanApplication = CodecValue<typeof LoanApplication>
/** The rules of the loan form. */
export const loanSchema = LoanApplication.schema

const HouseholdApplication = record({
  amount: key('applyMoney', money),
  student: key('stuCode', text()),
  /** The householder's page and the applicant's own, raw base64. */
  householder: key(PICTURE_KEYS.householder, image(greenChannelTexts.photosRequired)),
  own: key(PICTURE_KEYS.own, image(greenChannelTexts.photosRequired)),
  idCard: key('idCard', text()),
})
/** An application for a registered-household deferral. */
export type HouseholdApplication = CodecValue<typeof HouseholdApplication>

const ByStudent = record({ student: key('stuCode', text()) })
/** No application is the text 'null' here (D-08). */
export const applicationOrNullText = withEncoder(maybe(GreenChannelApplication), (value) =>
  value === null ? 'null' : GreenChannelApplication.encode(value),
)
const ApplicationOutput = record({ application: key('msg', applicationOrNullText) })
const codeIsZero = keyValueRule({ key: 'code', good: 0, bad: 1 })

const found = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'student',
    offline: 'online-only',
    input: ByStudent,
    output: ApplicationOutput,
    rule: keyPresentRule('msg', { orNull: true }),
  })

/** The green channel (GRN): online only, never stored, never queued (GRN-47). */
export const greenChannel = {
  loan: found('/api/greenchannel/selectStuLoanMsg'),
  household: found('/api/greenchannel/selectStuJdlkMsg'),
  deferral: found('/api/greenchannel/selectStuDelayfeeMsg'),
  applyLoan: defineWrite({
    path: '/api/greenchannel/saveStuLoanMsg',
    who: 'student',
    ownsTransactions: true,
    maxImages: 1,
    input: LoanApplication,
    output: record({}),
    rule: codeIsZero,
  }),
  applyHousehold: defineWrite({
    path: '/api/greenchannel/saveStuJdlkMsg',
    who: 'student',
    ownsTransactions: true,
    maxImages: 2,
    input: HouseholdApplication,
    output: record({}),
    rule: codeIsZero,
  }),
  /**
   * Withdraws the caller's own pending application that is not offset; the ids are those of the
   * record (D-74).
   */
  withdraw: defineWrite({
    path: '/api/greenchannel/delete',
    who: 'student',
    input: record({
      type: key('applyType', text()),
      id: key('typeId', text()),
      review: key('verifyId', text()),
    }),
    output: record({}),
    rule: codeIsZero,
  }),
}

/**
 * Validates an amount to defer; undefined if it is valid (GRN-40 to GRN-42, D-71). `amount` and
 * `total` (tuition and accommodation) in fen.
 */
export function findDeferralProblem(amount: number | undefined, total: number) {
  if (amount === undefined) return greenChannelTexts.deferRequired
  if (!Number.isSafeInteger(amount) || amount < 0) return greenChannelTexts.deferWrong
  return amount > total ? greenChannelTexts.deferTooHigh : undefined
}
