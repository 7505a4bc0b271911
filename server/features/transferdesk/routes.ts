import { PASSED, type transferdesk } from '#contract/transferdesk'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'
import { majorTransferReviewServerTexts as texts } from '#i18n/major-transfer-review-server'
import { refusalTexts } from '#i18n/refusals'
import type { Language } from '#i18n/translate'
import { chinaMinute } from '../../platform/clock.ts'
import { lockStudent, tagOf } from '../../platform/database/versions.ts'
import { byStaff, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { notify } from '../notices/face.ts'
import { noteDeed, searched } from '../office/face.ts'
import * as store from './store.ts'

const PAGE = 50

/**
 * Changes of major are decided here (MAJ-17), of what was read and nothing newer. Whoever decides
 * second, or what the student has changed since, is told so.
 */
export const transferdeskHandlers: Handlers<typeof transferdesk> = {
  list: async (ask) => {
    const { input, db } = ask
    const after = readPlace(input.after)
    const rows = () => store.findTransfers(db, input, { after, most: PAGE })
    const found =
      input.find === ''
        ? await rows()
        : await searched(ask, { action: 'transferdesk.search', ...input, rows })
    if ('type' in found) return found
    const last = found.length < PAGE ? undefined : found.at(-1)
    return good({ entries: found.map(entryOf), next: last === undefined ? '' : spellPlace(last) })
  },

  find: async ({ input, db }) => {
    const found = await store.findTransfer(db, input.id)
    if (found === undefined) return refused(refusalTexts.notFound)
    const { new_major: major, grade } = found
    const entry = {
      ...entryOf(found),
      oldClass: found.old_class,
      reason: found.reason,
      grade,
      classes: await store.findClasses(db, { major, grade }),
      newClass: found.new_class,
      reply: found.reply,
      decidedAt: found.decided_at === null ? '' : chinaMinute(found.decided_at),
      by: found.by ?? '',
      mayTakeBack: mayTakeBack(found) && !(await store.hasPending(db, found)),
    }
    return good({ entry }, versionOf(found))
  },

  decide: byStaff(async ({ input, staff, db, now, ifMatch }) => {
    const seen = await store.findTransfer(db, input.id)
    if (seen === undefined) return refused(refusalTexts.notFound)
    // The student first, as in every write about one.
    await lockStudent(db, seen.student_code)
    const found = await store.holdTransfer(db, input.id)
    if (found === undefined) return refused(refusalTexts.notFound)
    if (found.status !== '0' || ifMatch !== versionOf(found))
      return { type: 'stale', etag: versionOf(found), says: majorTransferReviewTexts.meanwhile }
    const isPassed = input.status === PASSED
    if (isPassed && found.withdrawn_at !== null) return refused(texts.withdrawn)
    const newClass = isPassed ? input.newClass : ''
    const { new_major: major, grade } = found
    if (newClass !== '' && !(await store.findClasses(db, { major, grade })).includes(newClass))
      return refused(texts.unknownClass)
    const { status, reply } = input
    await store.decide(db, found, { status, reply, newClass, staff: staff.code, now })
    if (newClass !== '') await store.moveStudent(db, found, newClass)
    await noteDeed(db, {
      staff: staff.code,
      action: isPassed ? 'transferdesk.approve' : 'transferdesk.refuse',
      about: `student:${found.student_code}`,
      reason: reply,
      details: {
        transfer: found.id,
        before: { major: found.old_major, newClass: found.old_class },
        after: { major: found.major_name, newClass },
      },
      now,
    })
    await notify(db, {
      subject: `student:${found.student_code}`,
      title: isPassed ? texts.passedTitle : texts.notPassedTitle,
      content: {
        zh: told(found, { isPassed, newClass, reply }, 'zh'),
        en: told(found, { isPassed, newClass, reply }, 'en'),
      },
      now,
    })
    return good({})
  }),

  takeBack: byStaff(async ({ input, staff, db, now, ifMatch }) => {
    const seen = await store.findTransfer(db, input.id)
    if (seen === undefined) return refused(refusalTexts.notFound)
    await lockStudent(db, seen.student_code)
    const found = await store.holdTransfer(db, input.id)
    if (found === undefined) return refused(refusalTexts.notFound)
    if (ifMatch !== versionOf(found))
      return { type: 'stale', etag: versionOf(found), says: majorTransferReviewTexts.meanwhile }
    if (!mayTakeBack(found)) return refused(texts.movedAlready)
    if (await store.hasPending(db, found)) return refused(texts.appliedAnew)
    await store.takeBack(db, found)
    await noteDeed(db, {
      staff: staff.code,
      action: 'transferdesk.takeBack',
      about: `student:${found.student_code}`,
      reason: input.reason,
      details: { transfer: found.id, status: found.status, reply: found.reply },
      now,
    })
    await notify(db, {
      subject: `student:${found.student_code}`,
      title: texts.takenBackTitle,
      content: {
        zh: texts.takenBackText.zh(found.old_major, found.major_name),
        en: texts.takenBackText.en(found.old_major, found.major_name),
      },
      now,
    })
    return good({})
  }),
}

// With a class the student was moved in the moment of the decision.
const mayTakeBack = ({ status, new_class }: store.Found): boolean =>
  status !== '0' && new_class === ''

const told = (
  { old_major, major_name }: store.Found,
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

const entryOf = (found: store.Found) => ({
  id: found.id,
  student: found.student_code,
  name: found.name,
  number: found.number ?? found.exam_number ?? '',
  oldDepartment: found.old_department,
  oldMajor: found.old_major,
  newDepartment: found.department_name,
  newMajor: found.major_name,
  status: found.status,
  appliedAt: chinaMinute(found.applied_at),
})

const versionOf = ({ id, version }: store.Found) => tagOf(`transfer-${id}`, version)

const spellPlace = ({ status, applied_at, id }: store.Found) =>
  [Number(status !== '0'), applied_at.getTime(), id].join('.')

function readPlace(text: string): store.Place | undefined {
  const [, decided, at, id] = /^([01])\.(\d{1,15})\.([\w-]{1,100})$/.exec(text) ?? []
  return id === undefined ? undefined : { decided: decided === '1', at: new Date(Number(at)), id }
}
