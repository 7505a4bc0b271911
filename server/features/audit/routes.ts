import { type audit, type Decision, PAGE_SIZE } from '#contract/audit'
import type { Input, Output } from '#contract/call'
import { APPROVED, HOUSEHOLD, isOffset, LOAN, PENDING } from '#contract/greenchannel'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { greenChannelReviewServerTexts } from '#i18n/green-channel-review-server'
import { refusalTexts } from '#i18n/refusals'
import { chinaMinute } from '../../platform/clock.ts'
import { tagOf } from '../../platform/database/versions.ts'
import { byStaff, good, type Handler, type Handlers, refused } from '../../platform/http/handler.ts'
import { spelledForReview } from '../greenchannel/face.ts'
import { notify } from '../notices/face.ts'
import { noteDeed, searched } from '../office/face.ts'
import { readCursor, spellCursor } from './cursor.ts'
import * as store from './store.ts'

const LARGEST_PAGE = 50
// Who pages by number reads over everything before; the app goes by the cursor.
const LAST_NUMBERED_PAGE = 100

const pages =
  (type: string): Handler<Input<typeof audit.loans>, Output<typeof audit.loans>> =>
  async (ask) => {
    const { input, db } = ask
    const filter = {
      type,
      year: Number(input.year),
      status: input.status,
      oldest: input.oldest === true,
    }
    if (input.find !== undefined && input.find !== '') {
      const { find } = input
      const rows = await searched(ask, {
        action: 'applications.search',
        find,
        after: '',
        rows: () => store.search(db, find, filter),
      })
      if ('type' in rows) return rows
      const records = rows.map(spelledForReview)
      return good({ page: { records, total: records.length, next: undefined } })
    }
    const size = Math.min(Math.max(input.size || PAGE_SIZE, 1), LARGEST_PAGE)
    const after =
      input.after === undefined || input.after === '' ? undefined : readCursor(input.after)
    if (input.after !== undefined && input.after !== '' && after === undefined)
      return refused(commonTexts.badField)
    const number = Math.min(Math.max(input.page, 1), LAST_NUMBERED_PAGE)
    const found = await store.findPage(db, filter, {
      size,
      after,
      offset: after === undefined ? (number - 1) * size : 0,
    })
    const last = found.length === size ? found.at(-1) : undefined
    return good({
      page: {
        records: found.map(spelledForReview),
        total: await store.countAll(db, filter),
        next: last && spellCursor({ appliedAt: last.applied_at, id: last.id }),
      },
    })
  }

const one =
  (type: string): Handler<Input<typeof audit.loan>, Output<typeof audit.loan>> =>
  async ({ input, db }) => {
    const found = await store.findOf(db, { student: input.student, type, year: Number(input.year) })
    const first = found[0]
    return good({ applications: found.map(spelledForReview) }, first && versionOf(first))
  }

const versionOf = ({ id, version }: { id: string; version: number }) =>
  tagOf(`application-${id}`, version)

/**
 * The review (AUD). The acting reviewer is the session's; a decision that was made can be changed
 * until finance has offset it (D-79), but only by who has seen it: without the version only what is
 * still undecided may be decided.
 */
export const auditHandlers: Handlers<typeof audit> = {
  loans: pages(LOAN),
  households: pages(HOUSEHOLD),
  loan: one(LOAN),
  household: one(HOUSEHOLD),
  decide: async ({ input, caller, db, now, ifMatch }) => {
    if (caller.role !== 'staff') return { type: 'forbidden' }
    const { review, student, auditType: type } = input
    const held = await store.holdOne(db, { review, student, type, year: Number(input.year) })
    if (held === undefined) return refused(greenChannelReviewTexts.replaced)
    if (isOffset({ offset: held.offset_status })) return refused(greenChannelTexts.offset)
    const seen = ifMatch === undefined ? held.status === PENDING : ifMatch === versionOf(held)
    if (!seen)
      return { type: 'stale', etag: versionOf(held), says: greenChannelReviewTexts.meanwhile }
    await store.decide(db, held, {
      status: input.status,
      reason: input.reason,
      reviewer: caller.staff.id,
      now,
    })
    await noteDeed(db, {
      staff: caller.staff.code,
      action: input.status === APPROVED ? 'applications.approve' : 'applications.reject',
      about: `student:${student}`,
      reason: input.reason,
      details: {
        application: held.id,
        type,
        year: held.year,
        before: { status: held.status },
        after: { status: input.status },
      },
      now,
    })
    await notify(db, { subject: `student:${student}`, ...told(input), now })
    return good({})
  },

  reveal: byStaff(async ({ input: { student, what }, caller, staff, db, now, tools }) => {
    const found = await store.findApplicant(db, student)
    if (found === undefined) return refused(refusalTexts.notFound)
    const seconds = await tools.limits.reveals.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await noteDeed(db, {
      staff: staff.code,
      action: 'applications.reveal',
      about: `student:${student}`,
      details: { what },
      now,
    })
    return good({ number: what === 'phone' ? found.phone : found.id_card })
  }),

  history: async ({ input, db }) => {
    const found = await store.findHistory(db, input.id)
    return good({
      steps: found.map((step) => ({
        id: String(step.id),
        at: chinaMinute(step.decided_at),
        by: step.name ?? step.reviewer,
        from: step.from_status,
        to: step.to_status,
        reason: step.reason,
      })),
    })
  },
}

/** What the student reads of a decision, in both languages. */
function told({ status, auditType, reason }: Pick<Decision, 'status' | 'auditType' | 'reason'>) {
  const texts = greenChannelReviewServerTexts
  const what = auditType === LOAN ? texts.loan : texts.household
  const title = status === APPROVED ? texts.approved : texts.rejected
  const text = status === APPROVED ? texts.approvedText : texts.rejectedText
  const remark = { zh: texts.remark.zh(reason), en: texts.remark.en(reason) }
  return {
    title: { zh: title.zh(what.zh), en: title.en(what.en) },
    content:
      reason === '' ? text : { zh: `${text.zh}\n${remark.zh}`, en: `${text.en}\n${remark.en}` },
  }
}
