import type { admissionCheck } from '#contract/admission-check'
import type { CallInput } from '#contract/call'
import { formatYuan } from '#contract/fields'
import { admissionCheckTexts as texts } from '#i18n/admission-check'
import { exportTexts } from '#i18n/exports'
import { officeTexts } from '#i18n/office'
import { refusalTexts } from '#i18n/refusals'
import { fillTemplateText } from '#i18n/translate'
import { toChinaMinute } from '../../platform/clock.ts'
import { type HandlerRequest, refuse, succeed, type Handlers } from '../../platform/http/handler.ts'
import { auditedHandler, createExportHandler, runAuditedSearch } from '../office/public.ts'
import * as store from './store.ts'

const PAGE = 100
const STUDENTS_PER_ENTRY = 500

/** The handlers of the admission check. */
export const admissionCheckHandlers: Handlers<typeof admissionCheck> = {
  list: async ({ db, input, now }) => {
    const students = await store.findStudents(db, { ...input, now, most: PAGE })
    return succeed({
      students,
      next: students.length < PAGE ? '' : (students.at(-1)?.student ?? ''),
      total: await store.countStudents(db, { ...input, now }),
    })
  },

  checkAll: auditedHandler(async ({ db, input: { reason, expected, ...filter }, now, audit }) => {
    const students = await store.lockStudentsOfFilter(db, { ...filter, state: 'waiting', now })
    if (students.length === 0) return refuse(texts.nobodyWaits)
    if (expected !== undefined && expected !== students.length)
      return refuse(fillTemplateText(texts.otherCount, students.length))
    await store.checkStudents(db, students, now)
    // Each entry names its students, so that a student's own log shows who has checked them.
    for (let from = 0; from < students.length; from += STUDENTS_PER_ENTRY)
      await audit({
        action: 'admission.checkAll',
        reason,
        details: { filter, students: students.slice(from, from + STUDENTS_PER_ENTRY) },
      })
    return succeed({ checked: students.length })
  }),

  export: createExportHandler({
    title: texts.title,
    action: 'exports.admission',
    columns: [
      { title: exportTexts.number, cell: ({ number }) => number },
      { title: exportTexts.examNumber, cell: ({ exam_number }) => exam_number },
      { title: texts.name, cell: ({ name }) => name },
      { title: texts.department, cell: ({ department }) => department },
      { title: texts.className, cell: ({ class_name }) => class_name },
      {
        title: texts.checkedAt,
        cell: ({ checked_in_at: at }) => (at === null ? null : toChinaMinute(at)),
      },
      { title: texts.missingPapers, cell: ({ papers }) => papers },
      { title: texts.owedYuan, cell: ({ owed }) => formatYuan(owed) },
      { title: texts.openSteps, cell: ({ steps }) => steps },
    ],
    rows: ({ db, input, now }: HandlerRequest<CallInput<typeof admissionCheck.export>>) =>
      store.selectExportedStudents(db, { ...input, now }),
  }),

  find: async (ask) => {
    const { db, input, now } = ask
    const found = await runAuditedSearch(ask, {
      action: 'admission.search',
      find: input.find,
      after: '',
      rows: () => store.findByNumber(db, input.find),
    })
    if ('type' in found) return found
    const codes = found.map(({ code }) => code)
    const received = await store.findReceivedPapers(db, codes)
    const gone = new Set(found.flatMap((one) => (one.withdrawn_at === null ? [] : [one.code])))
    return succeed({
      students: (await store.findMissing(db, codes, now)).map((about) => ({
        about,
        isWithdrawn: gone.has(about.student),
        received: received.flatMap(({ student, paper }) =>
          student === about.student ? [paper] : [],
        ),
      })),
      papers: await store.findPapers(db),
    })
  },

  save: auditedHandler(async ({ db, input, staff, now, audit }) => {
    const { student, isPassed, reason } = input
    const before = await store.lockStudentCheck(db, student)
    if (before === undefined) return refuse(refusalTexts.notFound)
    if (before.withdrawn_at !== null) return refuse(texts.withdrawn)
    const papers = await store.findPapers(db)
    const listed = papers.map(({ id }) => id)
    const added = listed.filter((id) => input.received.includes(id))
    // Papers that another desk has received since this desk read the student remain, and so do
    // papers that are no longer in the list.
    const removed = listed.filter(
      (id) => !added.includes(id) && (input.seen === undefined || input.seen.includes(id)),
    )
    const stored = (await store.findReceivedPapers(db, [student])).map(({ paper }) => paper)
    const received = papers.filter(
      ({ id }) => added.includes(id) || (stored.includes(id) && !removed.includes(id)),
    )
    const isMissing = papers.some((one) => one.isRequired && !received.includes(one))
    const wasPassed = before.checked_in_at !== null
    if (isPassed && isMissing && reason.trim() === '') return refuse(texts.reasonForMissing)
    if (wasPassed && !isPassed && input.wasPassed === false) return refuse(texts.passedMeanwhile)
    if (wasPassed && !isPassed && reason.trim() === '') return refuse(officeTexts.reasonNeeded)
    await store.updateReceivedPapers(db, { student, added, removed, staff: staff.code, now })
    if (isPassed !== wasPassed) await store.setChecked(db, { student, at: isPassed ? now : null })
    await audit({
      action: 'admission.save',
      about: `student:${student}`,
      reason: reason.trim(),
      details: { papers: received.map(({ name }) => name), done: isPassed },
    })
    return succeed({})
  }),
}
