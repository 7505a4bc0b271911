import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { greenChannelTexts } from '../i18n/green-channel.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  lazyCodec,
  nullableCodec,
  optionalKey,
  recordCodec,
  withEncoder,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { choiceField, fenField, requiredNumberTextField } from './fields.ts'
import { acceptIfKeyEquals, acceptIfKeyPresent } from './rules.ts'

/** The states of an application: under review, approved, rejected (GRN-26). */
export const APPLICATION_PENDING = '0'
export const APPLICATION_APPROVED = '1'
export const APPLICATION_REJECTED = '2'

/** The kinds of applications: '1' loan, '2' registered household, '3' deferral (D-74). */
export const LOAN_APPLICATION_KIND = '1'
export const HOUSEHOLD_APPLICATION_KIND = '2'
export const DEFERRAL_APPLICATION_KIND = '3'

/** An application of the green channel; money in fen (GRN-20 to GRN-25). */
export const GreenChannelApplication = recordCodec({
  amount: requiredKey('applyMoney', fenField),
  status: requiredKey(
    'applyStatus',
    choiceField(
      [APPLICATION_PENDING, APPLICATION_APPROVED, APPLICATION_REJECTED],
      commonTexts.badField,
    ),
  ),
  reason: textCodec(),
  /** The loan's contract number and the verification code of its receipt. */
  contract: requiredKey('applyCode', textCodec()),
  receipt: requiredKey('receiptCode', textCodec()),
  year: textCodec(),
  /** Opaque keys of images; '' for none. */
  picture: requiredKey('filePath', textCodec()),
  picture2: requiredKey(['filePath2', 'filePathTwo'], textCodec()),
  type: requiredKey('applyType', textCodec()),
  id: requiredKey('typeId', textCodec()),
  review: requiredKey('verifyId', textCodec()),
  auditType: textCodec(),
  auditAmount: requiredKey('auditMoney', nullableCodec(fenField)),
  /**
   * '0' until finance has offset the application. After that the application cannot be changed
   * (GRN-29).
   */
  offset: requiredKey('chargeAgainstStatus', textCodec()),
  /** China time, YYYY-MM-DD HH:mm. */
  appliedAt: requiredKey('applyApplicationTime', textCodec()),
  name: textCodec(),
  number: requiredKey('stuNumber', textCodec()),
  student: requiredKey('stuCode', textCodec()),
  studentStatus: requiredKey('status', textCodec()),
  idCard: textCodec(),
  /** The type of an identity document that is not a resident ID card. */
  idType: optionalKey('idCardType', textCodec()),
  department: optionalKey('deptName', textCodec()),
  major: optionalKey('majorName', textCodec()),
  className: optionalKey('className', textCodec()),
  phone: optionalKey('stuPhone', textCodec()),
})
/** An application of the green channel. */
export type GreenChannelApplication = CodecValue<typeof GreenChannelApplication>

/** Whether finance has offset the application, so that it can no longer be changed here. */
export const isOffsetByFinance = ({ offset }: Pick<GreenChannelApplication, 'offset'>): boolean =>
  offset !== '' && offset !== '0'

/** The campus's rule of loans; money in fen. `years`: the first years of study, 0 for all. */
export interface LoanRule {
  readonly least: number
  readonly most: number
  readonly step: number
  readonly years: number
}
/** Loans: 1000 to 25000 yuan in steps of 1000 (GRN-10). */
export const LOAN_RULE: LoanRule = { least: 100_000, most: 2_500_000, step: 100_000, years: 0 }

/** The amounts that a loan can have, fen. */
export const listLoanAmounts = ({ least, most, step }: LoanRule): number[] =>
  Array.from({ length: Math.floor((most - least) / step) + 1 }, (_, at) => least + at * step)

/** The students to whom a rule applies: those of this year, or all. */
export type RuleStudents = 'new' | 'all'

/**
 * The amount of an application for a deferral or a reduction; money in fen. 'rest': the total minus
 * the amount that is paid at once; 'percent': a part of the total; 'limit' and 'share': the student
 * chooses an amount up to a limit, or up to a part of the total.
 */
export interface ReliefRule {
  readonly formula: 'rest' | 'percent' | 'limit' | 'share'
  readonly paid: number
  readonly percent: number
  readonly limit: number
  /** The largest number of applications in a year; 0 for no limit. */
  readonly quota: number
}
/** The campus's rule of deferrals. */
export interface DeferralRule extends ReliefRule {
  readonly formula: 'rest' | 'percent' | 'limit'
  readonly students: RuleStudents
}
/** 12000 yuan are paid at once when the rest is deferred (GRN-45). */
export const DEFERRAL_RULE: DeferralRule = {
  formula: 'rest',
  paid: 1_200_000,
  percent: 50,
  limit: 1_200_000,
  quota: 0,
  students: 'new',
}

/**
 * The amount of a deferral of this total of tuition and accommodation, fen; undefined if the student
 * chooses it.
 */
export function computeDeferralAmount(
  { formula, paid, percent }: ReliefRule,
  total: number,
): number | undefined {
  switch (formula) {
    case 'rest':
      return total - paid
    case 'percent':
      return Math.floor((total * percent) / 100)
    case 'limit':
    case 'share':
      return undefined
  }
}

/** The wire names of the pictures; a refusal of a picture names the same key. */
export const APPLICATION_PICTURE_KEYS = {
  receipt: 'applyProveBaese64',
  householder: 'applyHouseholderBaese64',
  own: 'applyOneselfBaese64',
} as const

const image = (message: { zh: string; en: string }) =>
  textCodec(v.nonEmpty(validationMessage(message)))

// The amounts on offer are a rule of the campus.
const someAmount = () => v.number(validationMessage(greenChannelTexts.amountChoose))
const loanAmount = lazyCodec<number>({
  decode: () => fenField.decode,
  encode: fenField.encode,
  schema: someAmount,
})

const LoanApplication = recordCodec({
  amount: requiredKey('applyMoney', loanAmount),
  student: requiredKey('stuCode', textCodec()),
  /** Raw base64 of a JPEG or PNG without the `data:` prefix (D-73). */
  image: requiredKey(
    APPLICATION_PICTURE_KEYS.receipt,
    image(greenChannelTexts.receiptImageRequired),
  ),
  contract: requiredKey('applyCode', requiredNumberTextField(greenChannelTexts.contractRequired)),
  receipt: requiredKey('receiptCode', requiredNumberTextField(greenChannelTexts.receiptRequired)),
  idCard: textCodec(),
})
/** An application for a loan. */
export type LoanApplication = CodecValue<typeof LoanApplication>
/** The rules of the loan form. */
export const loanSchema = LoanApplication.schema

const HouseholdApplication = recordCodec({
  amount: requiredKey('applyMoney', fenField),
  student: requiredKey('stuCode', textCodec()),
  /** The householder's page and the applicant's page of the household register, raw base64. */
  householder: requiredKey(
    APPLICATION_PICTURE_KEYS.householder,
    image(greenChannelTexts.photosRequired),
  ),
  own: requiredKey(APPLICATION_PICTURE_KEYS.own, image(greenChannelTexts.photosRequired)),
  idCard: textCodec(),
})
/** An application for a registered-household deferral. */
export type HouseholdApplication = CodecValue<typeof HouseholdApplication>

const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })
/** The codec of an application or null; on the wire null is the text 'null' (D-08). */
export const applicationOrNullTextCodec = withEncoder(
  nullableCodec(GreenChannelApplication),
  (value) => (value === null ? 'null' : GreenChannelApplication.encode(value)),
)
const ApplicationOutput = recordCodec({
  application: requiredKey('msg', applicationOrNullTextCodec),
})
const codeIsZero = acceptIfKeyEquals({ key: 'code', good: 0, bad: 1 })

const found = (path: `/${string}`) =>
  defineRead({
    path,
    who: 'student',
    input: ByStudent,
    output: ApplicationOutput,
    rule: acceptIfKeyPresent('msg', { orNull: true }),
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
    rule: codeIsZero,
  }),
  applyHousehold: defineWrite({
    path: '/api/greenchannel/saveStuJdlkMsg',
    who: 'student',
    ownsTransactions: true,
    maxImages: 2,
    input: HouseholdApplication,
    rule: codeIsZero,
  }),
  /**
   * Withdraws the caller's own application if it is pending and not offset. The ids are those of
   * the record (D-74).
   */
  withdraw: defineWrite({
    path: '/api/greenchannel/delete',
    who: 'student',
    input: recordCodec({
      type: requiredKey('applyType', textCodec()),
      id: requiredKey('typeId', textCodec()),
      review: requiredKey('verifyId', textCodec()),
    }),
    rule: codeIsZero,
  }),
}

/**
 * Validates an amount to defer; undefined if it is valid (GRN-40 to GRN-42, D-71). `amount` and
 * `total` (tuition and accommodation) in fen.
 */
export function validateDeferralAmount(amount: number | undefined, total: number) {
  if (amount === undefined) return greenChannelTexts.deferRequired
  if (!Number.isSafeInteger(amount) || amount < 0) return greenChannelTexts.deferWrong
  return amount > total ? greenChannelTexts.deferTooHigh : undefined
}
