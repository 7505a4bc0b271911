import type { CallInput, CallOutput } from '#contract/call'
import {
  APPLICATION_APPROVED,
  APPLICATION_REJECTED,
  HOUSEHOLD_APPLICATION_KIND,
  isOffsetByFinance,
  LOAN_APPLICATION_KIND,
  APPLICATION_PENDING,
} from '#contract/green-channel'
import {
  type greenChannelReview,
  type ReviewDecision,
  APPLICATIONS_PER_PAGE,
} from '#contract/green-channel-review'
import { campusRuleServerTexts } from '#i18n/campus-rules-server'
import { commonTexts } from '#i18n/common'
import { greenChannelTexts } from '#i18n/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { greenChannelReviewServerTexts } from '#i18n/green-channel-review-server'
import { refusalTexts } from '#i18n/refusals'
import { fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import { succeed, type Handler, type Handlers, refuse } from '../../platform/http/handler.ts'
import { versionTag } from '../../platform/records/versioned-write.ts'
import { findCampusRules } from '../campus-rules/public.ts'
import { isQuotaFull, lockPlaces, toReviewApplication } from '../green-channel/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { auditedHandler, recordAuditEntry, runAuditedSearch } from '../office/public.ts'
import * as store from './store.ts'

const LARGEST_PAGE = 50
// The largest page number. Reading a page by its number reads all earlier rows, so the number is
// limited; the app uses the cursor.
const LAST_NUMBERED_PAGE = 100

const createListHandler =
  (
    type: string,
  ): Handler<
    CallInput<typeof greenChannelReview.loans>,
    CallOutput<typeof greenChannelReview.loans>
  > =>
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
      const rows = await runAuditedSearch(ask, {
        action: 'applications.search',
        find,
        after: '',
        rows: () => store.searchApplications(db, find, filter),
      })
      if ('type' in rows) return rows
      const records = rows.map(toReviewApplication)
      return succeed({ page: { records, total: records.length, next: undefined } })
    }
    const size = Math.min(Math.max(input.size || APPLICATIONS_PER_PAGE, 1), LARGEST_PAGE)
    const after =
      input.after === undefined || input.after === '' ? undefined : decodeCursor(input.after)
    if (input.after !== undefined && input.after !== '' && after === undefined)
      return refuse(commonTexts.badField)
    const number = Math.min(Math.max(input.page, 1), LAST_NUMBERED_PAGE)
    const found = await store.findApplicationPage(db, filter, {
      size,
      after,
      offset: after === undefined ? (number - 1) * size : 0,
    })
    const last = found.length === size ? found.at(-1) : undefined
    return succeed({
      page: {
        records: found.map(toReviewApplication),
        total: await store.countApplications(db, filter),
        next: last && encodeCursor({ appliedAt: last.applied_at, id: last.id }),
      },
    })
  }

const createDetailHandler =
  (
    type: string,
  ): Handler<
    CallInput<typeof greenChannelReview.loan>,
    CallOutput<typeof greenChannelReview.loan>
  > =>
  async ({ input, db }) => {
    const found = await store.findApplicationsOfStudent(db, {
      student: input.student,
      type,
      year: Number(input.year),
    })
    const first = found[0]
    return succeed({ applications: found.map(toReviewApplication) }, first && versionOf(first))
  }

const versionOf = ({ id, version }: { id: string; version: number }) =>
  versionTag(`application-${id}`, version)

/**
 * The handlers of the review (AUD). The reviewer comes from the session. A decision can be changed
 * until finance has offset the application (D-79). The request contains the version that the
 * reviewer has seen; without a version, only applications that are not decided yet can be decided.
 */
export const greenChannelReviewHandlers: Handlers<typeof greenChannelReview> = {
  loans: createListHandler(LOAN_APPLICATION_KIND),
  households: createListHandler(HOUSEHOLD_APPLICATION_KIND),
  loan: createDetailHandler(LOAN_APPLICATION_KIND),
  household: createDetailHandler(HOUSEHOLD_APPLICATION_KIND),
  decide: async (ask) => {
    const { input, caller, db, now, ifMatch } = ask
    if (caller.role !== 'staff') return { type: 'forbidden' }
    const isApproval = input.status === APPLICATION_APPROVED
    // An approval after a rejection takes a place of the quota again. Places are locked before the
    // application, in the same order as in a new application.
    if (isApproval) await lockPlaces(db, Number(input.year))
    const { review, student, auditType: type } = input
    const held = await store.lockApplication(db, {
      review,
      student,
      type,
      year: Number(input.year),
    })
    if (held === undefined) return refuse(greenChannelReviewTexts.replaced)
    if (isOffsetByFinance({ offset: held.offset_status })) return refuse(greenChannelTexts.offset)
    const seen =
      ifMatch === undefined ? held.status === APPLICATION_PENDING : ifMatch === versionOf(held)
    if (!seen)
      return { type: 'stale', etag: versionOf(held), says: greenChannelReviewTexts.meanwhile }
    if (
      isApproval &&
      held.status === APPLICATION_REJECTED &&
      (await isQuotaFull(db, await findCampusRules(ask), {
        student: await store.findStudentYears(db, student),
        type,
        year: held.year,
      }))
    )
      return refuse(campusRuleServerTexts.quotaFullForReview)
    await store.recordDecision(db, held, {
      status: input.status,
      reason: input.reason,
      reviewer: caller.staff.id,
      now,
    })
    await recordAuditEntry(db, {
      staff: caller.staff.code,
      action: isApproval ? 'applications.approve' : 'applications.reject',
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
    await notifyPerson(db, {
      subject: `student:${student}`,
      ...describeDecision(input),
      topic: 'decision',
      now,
    })
    return succeed({})
  },

  reveal: auditedHandler(async ({ input: { student, what }, caller, db, tools, audit }) => {
    const found = await store.findApplicant(db, student)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const seconds = await tools.limits.reveals.consume(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await audit({ action: 'applications.reveal', about: `student:${student}`, details: { what } })
    return succeed({ number: what === 'phone' ? found.phone : found.id_card })
  }),

  history: async ({ input, db }) => {
    const found = await store.findDecisions(db, input.id)
    return succeed({
      steps: found.map((step) => ({
        id: String(step.id),
        at: toChinaMinute(step.decided_at),
        by: step.name ?? step.reviewer,
        from: step.from_status,
        to: step.to_status,
        reason: step.reason,
      })),
    })
  },
}

/** The notice that tells the student about a decision, in both languages. */
function describeDecision({
  status,
  auditType,
  reason,
}: Pick<ReviewDecision, 'status' | 'auditType' | 'reason'>) {
  const texts = greenChannelReviewServerTexts
  const what = auditType === LOAN_APPLICATION_KIND ? texts.loan : texts.household
  const title = status === APPLICATION_APPROVED ? texts.approved : texts.rejected
  const text = status === APPLICATION_APPROVED ? texts.approvedText : texts.rejectedText
  const remark = fillTemplateText(texts.remark, reason)
  return {
    title: { zh: title.zh(what.zh), en: title.en(what.en) },
    content:
      reason === '' ? text : { zh: `${text.zh}\n${remark.zh}`, en: `${text.en}\n${remark.en}` },
  }
}

/** Encodes a cursor as opaque text, which the next request contains. */
export const encodeCursor = ({ appliedAt, id }: store.ApplicationCursor): string =>
  Buffer.from(`${appliedAt.getTime()}|${id}`).toString('base64url')

/** Decodes the text of `encodeCursor`; undefined for any other text. */
function decodeCursor(text: string): store.ApplicationCursor | undefined {
  const [, at = '', id = ''] =
    /^(\d{1,15})\|([\w-]{1,60})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return id === '' ? undefined : { appliedAt: new Date(Number(at)), id }
}
