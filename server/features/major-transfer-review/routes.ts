import { TRANSFER_PASSED, type majorTransferReview } from '#contract/major-transfer-review'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'
import { majorTransferReviewServerTexts as texts } from '#i18n/major-transfer-review-server'
import { refusalTexts } from '#i18n/refusals'
import { type Language, fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import { succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import { lockStudent, versionTag } from '../../platform/records/versioned-write.ts'
import { notifyPerson } from '../notices/public.ts'
import { auditedHandler, listOrSearch } from '../office/public.ts'
import * as store from './store.ts'

const PAGE = 50

/**
 * The handlers of the review of major transfers (MAJ-17). A decision applies to the version that
 * the reviewer has read. It is refused if the student has changed the application or another
 * reviewer has decided it.
 */
export const majorTransferReviewHandlers: Handlers<typeof majorTransferReview> = {
  list: async (ask) => {
    const { input, db } = ask
    const after = decodeCursor(input.after)
    const rows = () => store.findTransfers(db, input, { after, most: PAGE })
    const found = await listOrSearch(ask, 'transferdesk.search', rows)
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return succeed({
      entries: found.map(entryOf),
      next: last === undefined ? '' : encodeCursor(last),
    })
  },

  find: async ({ input, db }) => {
    const found = await store.findTransfer(db, input.id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    const { new_major: major, grade } = found
    const entry = {
      ...entryOf(found),
      oldClass: found.old_class,
      reason: found.reason,
      grade,
      classes: await store.findClassesOfMajor(db, { major, grade }),
      newClass: found.new_class,
      reply: found.reply,
      decidedAt: found.decided_at === null ? '' : toChinaMinute(found.decided_at),
      by: found.by ?? '',
      mayTakeBack: canRevertDecision(found) && !(await store.hasOtherPendingTransfer(db, found)),
    }
    return succeed({ entry }, versionOf(found))
  },

  decide: auditedHandler(async ({ input, staff, db, now, ifMatch, audit }) => {
    const seen = await store.findTransfer(db, input.id)
    if (seen === undefined) return refuse(refusalTexts.notFound)
    // The student is locked first, as in every write about a student.
    await lockStudent(db, seen.student_code)
    const found = await store.lockTransfer(db, input.id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (found.status !== '0' || ifMatch !== versionOf(found))
      return { type: 'stale', etag: versionOf(found), says: majorTransferReviewTexts.meanwhile }
    const isPassed = input.status === TRANSFER_PASSED
    if (isPassed && found.withdrawn_at !== null) return refuse(texts.withdrawn)
    const newClass = isPassed ? input.newClass : ''
    const { new_major: major, grade } = found
    if (
      newClass !== '' &&
      !(await store.findClassesOfMajor(db, { major, grade })).includes(newClass)
    )
      return refuse(texts.unknownClass)
    const { status, reply } = input
    await store.saveTransferDecision(db, found, { status, reply, newClass, staff: staff.code, now })
    if (newClass !== '') await store.moveStudentToNewMajor(db, found, newClass)
    await audit({
      action: isPassed ? 'transferdesk.approve' : 'transferdesk.refuse',
      about: `student:${found.student_code}`,
      reason: reply,
      details: {
        transfer: found.id,
        before: { major: found.old_major, newClass: found.old_class },
        after: { major: found.major_name, newClass },
      },
    })
    await notifyPerson(db, {
      subject: `student:${found.student_code}`,
      title: isPassed ? texts.passedTitle : texts.notPassedTitle,
      content: {
        zh: describeDecision(found, { isPassed, newClass, reply }, 'zh'),
        en: describeDecision(found, { isPassed, newClass, reply }, 'en'),
      },
      topic: 'decision',
      now,
    })
    return succeed({})
  }),

  takeBack: auditedHandler(async ({ input, db, now, ifMatch, audit }) => {
    const seen = await store.findTransfer(db, input.id)
    if (seen === undefined) return refuse(refusalTexts.notFound)
    await lockStudent(db, seen.student_code)
    const found = await store.lockTransfer(db, input.id)
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (ifMatch !== versionOf(found))
      return { type: 'stale', etag: versionOf(found), says: majorTransferReviewTexts.meanwhile }
    if (!canRevertDecision(found)) return refuse(texts.movedAlready)
    if (await store.hasOtherPendingTransfer(db, found)) return refuse(texts.appliedAnew)
    await store.revertTransferDecision(db, found)
    await audit({
      action: 'transferdesk.takeBack',
      about: `student:${found.student_code}`,
      reason: input.reason,
      details: { transfer: found.id, status: found.status, reply: found.reply },
    })
    await notifyPerson(db, {
      subject: `student:${found.student_code}`,
      title: texts.takenBackTitle,
      content: fillTemplateText(texts.takenBackText, found.old_major, found.major_name),
      topic: 'decision',
      now,
    })
    return succeed({})
  }),
}

// If a decision contained a new class, the student has already been moved, so the decision cannot
// be revoked.
const canRevertDecision = ({ status, new_class }: store.TransferApplicationRow): boolean =>
  status !== '0' && new_class === ''

const describeDecision = (
  { old_major, major_name }: store.TransferApplicationRow,
  { isPassed, newClass, reply }: { isPassed: boolean; newClass: string; reply: string },
  language: Language,
): string =>
  [
    texts.passedText[language](old_major, major_name),
    isPassed && newClass !== '' && texts.newClass[language](newClass),
    isPassed && texts.charges[language],
    reply !== '' && texts.reply[language](reply),
  ]
    .filter((line) => line !== false)
    .join('\n')

const entryOf = (found: store.TransferApplicationRow) => ({
  id: found.id,
  student: found.student_code,
  name: found.name,
  number: found.number ?? found.exam_number ?? '',
  oldDepartment: found.old_department,
  oldMajor: found.old_major,
  newDepartment: found.department_name,
  newMajor: found.major_name,
  status: found.status,
  appliedAt: toChinaMinute(found.applied_at),
})

const versionOf = ({ id, version }: store.TransferApplicationRow) =>
  versionTag(`transfer-${id}`, version)

const encodeCursor = ({ status, applied_at, id }: store.TransferApplicationRow) =>
  [Number(status !== '0'), applied_at.getTime(), id].join('.')

function decodeCursor(text: string): store.TransferCursor | undefined {
  const [, decided, at, id] = /^([01])\.(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  return id === undefined ? undefined : { decided: decided === '1', at: new Date(Number(at)), id }
}
