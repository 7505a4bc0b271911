import { shortYuan } from '#contract/fees'
import {
  APPROVED,
  DEFERRAL,
  type greenchannel,
  HOUSEHOLD,
  isOffset,
  LOAN,
  PAID_AT_ONCE,
  PENDING,
  PICTURE_KEYS,
  deferProblem,
} from '#contract/greenchannel'
import { greenChannelTexts } from '#i18n/green-channel'
import { greenChannelServerTexts } from '#i18n/green-channel-server'
import { refusalTexts } from '#i18n/refusals'
import type { Text, TextTemplate } from '#i18n/translate'
import { chinaMinute, chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { StudentRow } from '../../platform/database/schema.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import {
  type Ask,
  byStudent,
  good,
  type Handlers,
  type Outcome,
  refused,
} from '../../platform/http/handler.ts'
import { imageProblem, readImage } from '../../platform/pictures/images.ts'
import { dueTogether } from '../charges/face.ts'
import * as store from './store.ts'

type Applying = Ask<unknown> & { student: StudentRow }

const found = (type: string) =>
  byStudent<{ student: string }, { application: ReturnType<typeof store.spelled> | null }>(
    async ({ student, db, now }) => {
      const row = await store.findOwn(db, { student: student.code, type, year: chinaYear(now) })
      return good({ application: row === undefined ? null : store.spelled(row) })
    },
  )

/**
 * The green channel (GRN): who applies is who asks; amounts and pictures are checked here again.
 */
export const greenchannelHandlers: Handlers<typeof greenchannel> = {
  loan: found(LOAN),
  household: found(HOUSEHOLD),
  deferral: found(DEFERRAL),

  applyLoan: byStudent((ask) =>
    apply(ask, {
      type: LOAN,
      amount: ask.input.amount,
      images: { [PICTURE_KEYS.receipt]: ask.input.image },
      contract: ask.input.contract,
      receipt: ask.input.receipt,
    }),
  ),

  applyHousehold: byStudent(async (ask) => {
    const total = await dueTogether(ask.db, {
      student: ask.student.code,
      year: chinaYear(ask.now),
      now: ask.now,
    })
    const amount = total - PAID_AT_ONCE
    const why = deferProblem(ask.input.amount, total) ?? deferProblem(amount, total)
    if (why !== undefined) return refused(why)
    if (ask.input.amount !== amount) return refused(greenChannelServerTexts.amountOther)
    const { householder, own } = ask.input
    return apply(ask, {
      type: HOUSEHOLD,
      amount,
      images: { [PICTURE_KEYS.householder]: householder, [PICTURE_KEYS.own]: own },
    })
  }),

  withdraw: byStudent(async ({ input, student, db, now }) => {
    await lockStudent(db, student.code)
    const row = await store.findOwn(db, {
      student: student.code,
      type: input.type,
      year: chinaYear(now),
    })
    if (row === undefined || row.id !== input.id || row.review_id !== input.review)
      return refused(refusalTexts.notFound)
    if (isOffset({ offset: row.offset_status })) return refused(greenChannelTexts.offset)
    if (row.status !== PENDING) return refused(greenChannelServerTexts.notPending)
    return (await store.withdraw(db, row)) ? good({}) : refused(greenChannelServerTexts.notPending)
  }),
}

/**
 * Store an application: one a type and year, pictures made anew, nothing over one that was decided
 * in favour.
 */
async function apply(
  { student, db, now, language, caller, tools }: Applying,
  wish: {
    type: string
    amount: number
    images: Readonly<Record<string, string>>
    contract?: string
    receipt?: string
  },
): Promise<Outcome<Record<never, never>>> {
  const year = chinaYear(now)
  const own = (on: Db) => store.findOwn(on, { student: student.code, type: wish.type, year })
  const hindrance = whyNot(await own(db)) ?? (await whyNotTaken(db, { ...wish, year, now }))
  if (hindrance !== undefined) return refused(hindrance)
  const seconds =
    caller.role === 'nobody' ? undefined : await tools.limits.images.use(caller.subject)
  if (seconds !== undefined) return { type: 'too-many', seconds }
  const pictures: Buffer[] = []
  for (const [path, base64] of Object.entries(wish.images)) {
    const image = await readImage(base64)
    if (image.type !== 'ok')
      return { type: 'invalid', issues: [{ path, message: imageProblem[image.type][language] }] }
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
  // The transaction begins here, so that none waits for a decoder. What was checked above is
  // checked again, since another request may have written meanwhile.
  return db.transaction().execute(async (tx) => {
    await lockStudent(tx, student.code)
    const earlier = await own(tx)
    const why = whyNot(earlier)
    if (why !== undefined) return refused(why)
    return (await store.apply(tx, values, earlier))
      ? good({})
      : refused(greenChannelServerTexts.changedMeanwhile)
  })
}

// A student may apply again only after the earlier application was rejected.
function whyNot(earlier: store.Found | undefined): Text | undefined {
  if (earlier === undefined) return undefined
  const { offset_status, status } = earlier
  if (isOffset({ offset: offset_status })) return greenChannelTexts.offset
  if (status === PENDING) return greenChannelServerTexts.pendingAlready
  return status === APPROVED ? greenChannelServerTexts.approvedAlready : undefined
}

// By the rules of the school for this year; without any they are the contract's.
async function whyNotTaken(
  db: Db,
  { type, year, amount, now }: { type: string; year: number; amount: number; now: Date },
): Promise<Text | undefined> {
  const rule = await store.findRule(db, { type, year })
  if (rule === undefined) return undefined
  const { opens_at: opens, closes_at: closes, least_fen: least, most_fen: most } = rule
  if (opens !== null && now < opens)
    return inWords(greenChannelServerTexts.opensAt, chinaMinute(opens))
  if (closes !== null && now >= closes)
    return inWords(greenChannelServerTexts.closedAt, chinaMinute(closes))
  if (type !== LOAN || (least <= amount && amount <= most)) return undefined
  return inWords(greenChannelServerTexts.amountRange, shortYuan(least), shortYuan(most))
}

const inWords = <V extends readonly string[]>(text: TextTemplate<V>, ...values: V): Text => ({
  zh: text.zh(...values),
  en: text.en(...values),
})
