import { EVERY_STUDENT } from '#contract/audiences'
import type { counsellors } from '#contract/counsellors'
import { counsellorTexts as texts } from '#i18n/counsellors'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import { onboardingProgressTexts } from '#i18n/onboarding-progress'
import { refusalTexts } from '#i18n/refusals'
import { fillTemplateText } from '#i18n/translate'
import { type Handlers, refuse, staffHandler, succeed } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findAudienceCodes } from '../audiences/public.ts'
import {
  addAbsence,
  findDayProblem,
  findRequests,
  lockRequest,
  storeAnswer,
  toLateArrivalRequest,
} from '../late-arrivals/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { auditedHandler, listOrSearch } from '../office/public.ts'
import { countSteps, selectUnfinishedSteps } from '../onboarding-progress/public.ts'
import { findLastReminders, remindStudents } from '../text-messages/public.ts'
import { findClassScope } from './class-scope.ts'
import { classStudentsExport } from './class-students-export.ts'
import * as store from './store.ts'

const PAGE = 50

/** The handlers of the follow-up by class. A counsellor is limited to their own classes. */
export const counsellorHandlers: Handlers<typeof counsellors> = {
  overview: staffHandler(async (ask) => {
    const { db, input, now, tools } = ask
    const own = await findClassScope(ask)
    const classes = await findClassScope(ask, input.className)
    const reminded = await findLastReminders(db, classes)
    return succeed({
      classes: await store.countClasses(db, own, now),
      steps: (await countSteps(db, store.newStudentsOf(classes, now))).map((one) => ({
        ...one,
        remindedAt: reminded.get(one.step)?.toISOString() ?? '',
      })),
      requests: await store.countWaitingRequests(db, classes, now),
      isOffice: own === undefined,
      byText: tools.settings.sms === 'webhook',
    })
  }),

  list: staffHandler(async (ask) => {
    const { db, input, now } = ask
    const { find, after, state, step } = input
    const classes = await findClassScope(ask, input.className)
    const search = () =>
      store.findClassStudents(db, { classes, state, step, find, after, now, most: PAGE })
    const found = await listOrSearch(ask, 'counsellors.search', search)
    if ('type' in found) return found
    const codes = found.map(({ student }) => student)
    const open =
      codes.length === 0
        ? []
        : await selectUnfinishedSteps(db, now)
            .select(['student.code', 'step.title'])
            .where('student.code', 'in', codes)
            .orderBy('step.id')
            .execute()
    const records = await store.findAbsenceRecords(db, codes)
    const requests = await findRequests(db, codes)
    return succeed({
      students: found.map(({ scanned_at, ...row }) => {
        const absence = records.find(({ student }) => student === row.student)
        const request = requests.find(
          (one) => one.student_code === row.student && one.state === 'waiting',
        )
        return {
          ...row,
          arrivedAt: scanned_at?.toISOString() ?? '',
          steps: open.flatMap(({ code, title }) => (code === row.student ? [title] : [])),
          absence,
          request: request && toLateArrivalRequest(request),
        }
      }),
      next: found.length < PAGE ? '' : (found.at(-1)?.student ?? ''),
    })
  }),

  phones: auditedHandler(async (ask) => {
    const { db, input, now, audit } = ask
    const found = await store.findStudentsInScope(db, {
      students: input.students,
      classes: await findClassScope(ask),
      now,
    })
    if (found.length > 0)
      await audit({
        action: 'counsellors.phones',
        details: { students: found.map(({ code }) => code) },
      })
    return succeed({ phones: found.map(({ code, phone }) => ({ student: code, phone })) })
  }),

  history: staffHandler(async (ask) => {
    const { db, input, now } = ask
    const students = [input.student]
    const classes = await findClassScope(ask)
    if ((await store.findStudentsInScope(db, { students, classes, now })).length === 0)
      return refuse(refusalTexts.notFound)
    return succeed({
      records: await store.findAbsenceRecords(db, students),
      requests: (await findRequests(db, students)).map(toLateArrivalRequest),
    })
  }),

  record: auditedHandler(async (ask) => {
    const { db, input, staff, now, audit } = ask
    const { student, kind, expectedOn } = input
    const note = input.note.trim()
    await lockStudent(db, student)
    const classes = await findClassScope(ask)
    const [found] = await store.findStudentsInScope(db, { students: [student], classes, now })
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (found.arrival !== null && kind !== 'none') return refuse(texts.arrivedAlready)
    const [last] = await store.findAbsenceRecords(db, [student])
    if ((last?.id ?? '') !== input.seen) return refuse(texts.recordedMeanwhile)
    if (kind === 'late' && expectedOn === undefined) return refuse(lateArrivalTexts.dayNeeded)
    if (kind === 'other' && note === '') return refuse(texts.noteNeeded)
    const wrong = expectedOn === undefined ? undefined : findDayProblem(expectedOn, now)
    if (wrong !== undefined) return refuse(wrong)
    await addAbsence(db, {
      student_code: student,
      kind,
      note,
      expected_on: expectedOn ?? null,
      recorded_at: now,
      recorded_by: staff.code,
    })
    await audit({
      action: 'counsellors.record',
      about: `student:${student}`,
      details: { absence: kind, ...(expectedOn !== undefined && { expectedOn }) },
    })
    return succeed({})
  }),

  answer: auditedHandler(async (ask) => {
    const { db, input, staff, now, audit } = ask
    const answer = input.answer.trim()
    const request = await lockRequest(db, input.id)
    const classes = await findClassScope(ask)
    if (request === undefined) return refuse(texts.requestChanged)
    const students = [request.student_code]
    const [found] = await store.findStudentsInScope(db, { students, classes, now })
    if (found === undefined) return refuse(refusalTexts.notFound)
    if (request.state !== 'waiting') return refuse(texts.answeredAlready)
    if (!input.isGranted && answer === '') return refuse(texts.answerNeeded)
    const day = input.expectedOn ?? request.expected_on
    const wrong = input.isGranted ? findDayProblem(day, now) : undefined
    if (wrong !== undefined) return refuse(wrong)
    await storeAnswer(db, {
      id: request.id,
      state: input.isGranted ? 'granted' : 'refused',
      answer,
      answered_by: staff.code,
      answered_at: now,
    })
    if (input.isGranted && found.arrival === null)
      await addAbsence(db, {
        student_code: found.code,
        kind: 'late',
        note: request.reason,
        expected_on: day,
        recorded_at: now,
        recorded_by: staff.code,
      })
    await notifyPerson(db, {
      subject: `student:${found.code}`,
      title: input.isGranted ? lateArrivalTexts.grantedTitle : lateArrivalTexts.refusedTitle,
      content: input.isGranted
        ? fillTemplateText(lateArrivalTexts.grantedNotice, day, answer)
        : fillTemplateText(lateArrivalTexts.refusedNotice, answer),
      topic: 'decision',
      now,
    })
    await audit({
      action: input.isGranted ? 'counsellors.grant' : 'counsellors.refuse',
      about: `student:${found.code}`,
      reason: answer,
      details: { expectedOn: day },
    })
    return succeed({})
  }),

  remind: auditedHandler(async (ask) => {
    const { db, input, now, audit } = ask
    const { className, step, title, content } = input
    const classes = await findClassScope(ask, className)
    const audience = { ...EVERY_STUDENT, cohort: 'new', step: String(step) } as const
    const scope = classes === undefined ? 'all' : { classes, buildings: [] }
    const students = await findAudienceCodes(db, { audience, scope, now })
    if (students.length === 0) return refuse(onboardingProgressTexts.everybodyDone)
    const told = await remindStudents({ db, now }, students, { of: step, title, content })
    if (told === 0) return refuse(onboardingProgressTexts.remindedToday)
    await audit({
      action: 'counsellors.remind',
      about: `step:${step}`,
      reason: title,
      details: { told, classes: classes ?? [] },
    })
    return succeed({ told })
  }),

  export: classStudentsExport,
}
