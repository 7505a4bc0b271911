import { formatYuanWithoutTrailingZeros } from '#contract/fees'
import {
  computeDeferralAmount,
  listLoanAmounts,
  type LoanRule,
  APPLICATION_APPROVED,
  DEFERRAL_APPLICATION_KIND,
  type greenChannel,
  HOUSEHOLD_APPLICATION_KIND,
  isOffsetByFinance,
  LOAN_APPLICATION_KIND,
  APPLICATION_PENDING,
  APPLICATION_PICTURE_KEYS,
  validateDeferralAmount,
} from '#contract/green-channel'
import { computeReliefLimit, selectReliefRule } from '#contract/relief-rules'
import { campusRuleServerTexts } from '#i18n/campus-rules-server'
import { deferralAmountTexts } from '#i18n/deferral-amount'
import { greenChannelTexts } from '#i18n/green-channel'
import { greenChannelServerTexts } from '#i18n/green-channel-server'
import { refusalTexts } from '#i18n/refusals'
import { fillTemplateText, type LocalizedText } from '#i18n/translate'
import { toChinaMinute, toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  studentHandler,
  succeed,
  type Handlers,
  type HandlerResult,
  refuse,
} from '../../platform/http/handler.ts'
import { imageProblemTexts, readBase64Image } from '../../platform/pictures/read-images.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { findTuitionAndDormDue } from '../charges/public.ts'
import { isNewStudentAt } from '../onboarding-steps/public.ts'
import { isQuotaFull, type QuotaRules } from './places.ts'
import * as store from './store.ts'

type StudentRequest = HandlerRequest<unknown> & { student: StudentRow }

const createFindHandler = (type: string) =>
  studentHandler<
    { student: string },
    { application: ReturnType<typeof store.toApplication> | null }
  >(async ({ student, db, now }) => {
    const row = await store.findOwnApplication(db, {
      student: student.code,
      type,
      year: toChinaYear(now),
    })
    return succeed({ application: row === undefined ? null : store.toApplication(row) })
  })

/**
 * The handlers of the green channel (GRN). The applicant is the caller; amounts and images are
 * validated on the server.
 */
export const greenChannelHandlers: Handlers<typeof greenChannel> = {
  loan: createFindHandler(LOAN_APPLICATION_KIND),
  household: createFindHandler(HOUSEHOLD_APPLICATION_KIND),
  deferral: createFindHandler(DEFERRAL_APPLICATION_KIND),

  applyLoan: studentHandler(async (ask) => {
    const { loan } = await findCampusRules(ask)
    const { amount, image, contract, receipt } = ask.input
    if (!listLoanAmounts(loan).includes(amount))
      return {
        type: 'invalid',
        issues: [{ path: 'applyMoney', message: greenChannelTexts.amountChoose[ask.language] }],
      }
    if (loan.years > 0 && yearOfStudy(ask.student, ask.now) > loan.years)
      return refuse(fillTemplateText(campusRuleServerTexts.yearsOver, loan.years))
    return submitApplication(ask, {
      type: LOAN_APPLICATION_KIND,
      amount,
      loan,
      images: { [APPLICATION_PICTURE_KEYS.receipt]: image },
      contract,
      receipt,
    })
  }),

  applyHousehold: studentHandler(async (ask) => {
    const total = await findTuitionAndDormDue(ask.db, {
      student: ask.student.code,
      year: toChinaYear(ask.now),
      now: ask.now,
    })
    const rules = await findCampusRules(ask)
    const rule = selectReliefRule(rules, isNewStudentAt(ask.student, ask.now))
    if (rule === undefined) return refuse(deferralAmountTexts.closed)
    const most = computeReliefLimit(rule, total) ?? total
    const amount = computeDeferralAmount(rule, total) ?? ask.input.amount
    const why =
      validateDeferralAmount(ask.input.amount, total) ?? validateDeferralAmount(amount, total)
    if (why !== undefined) return refuse(why)
    if (ask.input.amount !== amount) return refuse(greenChannelServerTexts.amountOther)
    if (amount > most)
      return refuse(
        fillTemplateText(deferralAmountTexts.deferOverLimit, formatYuanWithoutTrailingZeros(most)),
      )
    const { householder, own } = ask.input
    return submitApplication(ask, {
      type: HOUSEHOLD_APPLICATION_KIND,
      amount,
      images: {
        [APPLICATION_PICTURE_KEYS.householder]: householder,
        [APPLICATION_PICTURE_KEYS.own]: own,
      },
      quotas: rules,
    })
  }),

  withdraw: studentHandler(async ({ input, student, db, now }) => {
    await lockStudent(db, student.code)
    const row = await store.findOwnApplication(db, {
      student: student.code,
      type: input.type,
      year: toChinaYear(now),
    })
    if (row === undefined || row.id !== input.id || row.review_id !== input.review)
      return refuse(refusalTexts.notFound)
    if (isOffsetByFinance({ offset: row.offset_status })) return refuse(greenChannelTexts.offset)
    if (row.status !== APPLICATION_PENDING) return refuse(greenChannelServerTexts.notPending)
    return (await store.withdrawApplication(db, row))
      ? succeed({})
      : refuse(greenChannelServerTexts.notPending)
  }),
}

/**
 * Stores an application with its re-encoded images. There is one application for each type and
 * year. An approved application is not replaced.
 */
async function submitApplication(
  { student, db, now, language, caller, tools }: StudentRequest,
  wish: {
    type: string
    amount: number
    images: Readonly<Record<string, string>>
    contract?: string
    receipt?: string
    /** The campus's amounts of loans, for a loan. */
    loan?: LoanRule
    /** The rules with the quota, for a type that has one. */
    quotas?: QuotaRules
  },
): Promise<HandlerResult<Record<never, never>>> {
  const year = toChinaYear(now)
  const own = (on: Db) =>
    store.findOwnApplication(on, { student: student.code, type: wish.type, year })
  const hindrance =
    explainNoReapplication(await own(db)) ?? (await explainRuleRefusal(db, { ...wish, year, now }))
  if (hindrance !== undefined) return refuse(hindrance)
  const seconds =
    caller.role === 'nobody' ? undefined : await tools.limits.images.consume(caller.subject)
  if (seconds !== undefined) return { type: 'too-many', seconds }
  const pictures: Buffer[] = []
  for (const [path, base64] of Object.entries(wish.images)) {
    const image = await readBase64Image(base64)
    if (image.type !== 'ok')
      return {
        type: 'invalid',
        issues: [{ path, message: imageProblemTexts[image.type][language] }],
      }
    pictures.push(image.jpeg)
  }
  const values = {
    student_code: student.code,
    type: wish.type,
    year,
    amount_fen: wish.amount,
    contract_number: wish.contract ?? '',
    receipt_code: wish.receipt ?? '',
    applied_at: now,
    pictures,
  }
  // The transaction begins after the images are decoded, so that no transaction is open while a
  // decoder works. The checks above are repeated, because another request might have written in the
  // meantime.
  return db.transaction().execute(async (tx) => {
    await lockStudent(tx, student.code)
    if (wish.quotas !== undefined) await store.lockPlaces(tx, year)
    const earlier = await own(tx)
    const why = explainNoReapplication(earlier)
    if (why !== undefined) return refuse(why)
    if (
      wish.quotas !== undefined &&
      (await isQuotaFull(tx, wish.quotas, { student, type: wish.type, year }))
    )
      return refuse(campusRuleServerTexts.quotaFull)
    return (await store.storeApplication(tx, values, earlier))
      ? succeed({})
      : refuse(greenChannelServerTexts.changedMeanwhile)
  })
}

// A student can apply again only after the earlier application was rejected.
function explainNoReapplication(
  earlier: store.GreenApplicationWithStudent | undefined,
): LocalizedText | undefined {
  if (earlier === undefined) return undefined
  const { offset_status, status } = earlier
  if (isOffsetByFinance({ offset: offset_status })) return greenChannelTexts.offset
  if (status === APPLICATION_PENDING) return greenChannelServerTexts.pendingAlready
  return status === APPLICATION_APPROVED ? greenChannelServerTexts.approvedAlready : undefined
}

// Checks the school's dates and amounts for this year, which narrow the campus's own rule.
async function explainRuleRefusal(
  db: Db,
  {
    type,
    year,
    amount,
    loan,
    now,
  }: {
    type: string
    year: number
    amount: number
    loan?: LoanRule
    now: Date
  },
): Promise<LocalizedText | undefined> {
  const rule = await store.findApplicationRule(db, { type, year })
  if (rule === undefined) return undefined
  const { opens_at: opens, closes_at: closes, least_fen: least, most_fen: most } = rule
  if (opens !== null && now < opens)
    return fillTemplateText(greenChannelServerTexts.opensAt, toChinaMinute(opens))
  if (closes !== null && now >= closes)
    return fillTemplateText(greenChannelServerTexts.closedAt, toChinaMinute(closes))
  if (loan === undefined || (least <= amount && amount <= most)) return undefined
  // The campus may have changed its rule since the file was imported.
  const offered = listLoanAmounts(loan).filter((one) => least <= one && one <= most)
  const [first, last = first] = [offered[0], offered.at(-1)]
  return first === undefined || last === undefined
    ? greenChannelServerTexts.noAmounts
    : fillTemplateText(
        greenChannelServerTexts.amountRange,
        formatYuanWithoutTrailingZeros(first),
        formatYuanWithoutTrailingZeros(last),
      )
}

// 1 in the student's first calendar year.
const yearOfStudy = ({ entry_year: entryYear, grade }: StudentRow, now: Date): number =>
  toChinaYear(now) - Number((entryYear || grade).slice(0, 4)) + 1
