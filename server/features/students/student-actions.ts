import type { Room } from '#contract/assigned-room'
import { formatBed, type students } from '#contract/students'
import type { LogDetails } from '#i18n/audit-changes'
import { messageChannelTexts } from '#i18n/message-channels'
import { refusalTexts } from '#i18n/refusals'
import { studentsServerTexts as texts } from '#i18n/students-server'
import type { LocalizedText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'
import type { StaffRow, StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type HandlerRequest,
  succeed,
  type Handler,
  type Handlers,
  refuse,
} from '../../platform/http/handler.ts'
import { admissionRuleOf, isStudentAdmitted } from '../admission-rule/public.ts'
import {
  explainBedRefusal,
  findRoom,
  assignStudentBed,
  unassignStudentBed,
} from '../assigned-room/public.ts'
import { confirmArrivalByOffice, revertStudentArrival } from '../checkin/public.ts'
import { unbindDevice } from '../identity/public.ts'
import { notifyPerson } from '../notices/public.ts'
import { recordAuditEntry } from '../office/public.ts'
import { findSteps, reopenStep } from '../onboarding-steps/public.ts'
import { findAttemptKeys } from './attempt-keys.ts'
import { listVisiblePageParts } from './role-permissions.ts'
import { setStudentAdmitted, setStudentWithdrawn } from './store.ts'
import { forAccessibleStudent } from './student-access.ts'

type StudentActionName =
  | 'unlock'
  | 'unbind'
  | 'reopen'
  | 'assignRoom'
  | 'clearRoom'
  | 'admit'
  | 'arrive'
  | 'unarrive'
  | 'withdraw'
  | 'readmit'

interface ActionInput {
  readonly student: string
  readonly reason: string
}
type ActionRequest<I> = HandlerRequest<I> & {
  readonly student: StudentRow
  readonly staff: StaffRow
}

// Creates the handler of an action. The action is performed and logged in one transaction, or
// refused.
const act = <I extends ActionInput>(
  verb: StudentActionName,
  perform: (ask: ActionRequest<I>) => Promise<LocalizedText | LogDetails>,
): Handler<I, Record<never, never>> =>
  forAccessibleStudent<I, Record<never, never>>(verb, async (ask) => {
    const done = await perform(ask)
    if ('zh' in done) return refuse(done)
    const { student, reason } = ask.input
    await recordAuditEntry(ask.db, {
      staff: ask.staff.code,
      action: `students.${verb}`,
      about: `student:${student}`,
      reason,
      details: done,
      now: ask.now,
    })
    return succeed({})
  })

// Whether another bed was assigned since the caller has seen this bed.
const hasMoved = async (db: Db, { code }: StudentRow, from: string): Promise<boolean> =>
  formatBed(await findRoom(db, code)) !== from

const placeIn = (found: Room | null) => ({
  building: found?.building ?? '',
  room: found?.room ?? '',
  bed: found?.bed ?? '',
})

/**
 * The handlers of the office's actions on a student. Each action has a reason and is recorded in
 * the audit log.
 */
export const studentActionHandlers: Pick<
  Handlers<typeof students>,
  StudentActionName | 'reveal'
> = {
  reveal: forAccessibleStudent(
    'reveal',
    async ({ input, student, roles, staff, db, now, caller, tools }) => {
      if (!listVisiblePageParts(roles).includes(input.what)) return { type: 'forbidden' }
      const seconds = await tools.limits.reveals.consume(caller.subject)
      if (seconds !== undefined) return { type: 'too-many', seconds }
      await recordAuditEntry(db, {
        staff: staff.code,
        action: 'students.reveal',
        about: `student:${student.code}`,
        details: { what: input.what },
        now,
      })
      return succeed({ number: input.what === 'phone' ? student.phone : student.id_card })
    },
  ),

  unlock: act('unlock', async ({ db, student, now, tools }) => {
    const keys = await findAttemptKeys(db, student.code)
    if ((await tools.limits.signIn.blockedUntil(db, keys, now)) === undefined)
      return texts.notBlocked
    await tools.limits.signIn.reset(db, keys)
    return {}
  }),

  unbind: act('unbind', async ({ db, input, student, now }) => {
    const done = await unbindDevice(db, { student: student.code, phone: input.phone, now })
    return done ? { binding: input.phone } : texts.unboundAlready
  }),

  reopen: act('reopen', async ({ db, input, student, now }) => {
    const step = (await findSteps(db, student, now)).find(({ id }) => id === input.step)
    if (step === undefined) return refusalTexts.notFound
    if (!step.done) return texts.openAlready
    await reopenStep(db, { student: student.code, step: step.id })
    return { step: step.title }
  }),

  assignRoom: act('assignRoom', async ({ db, input, student, now }) => {
    if (student.withdrawn_at !== null) return texts.withdrawn
    if (await hasMoved(db, student, input.from)) return texts.roomChanged
    const { building, room, bed } = input
    const before = placeIn(await findRoom(db, student.code))
    const against = await assignStudentBed(db, { student: student.code, building, room, bed })
    if (against !== undefined) return explainBedRefusal(against)
    await notifyPerson(db, {
      subject: `student:${student.code}`,
      title: messageChannelTexts.roomTitle,
      content: messageChannelTexts.roomText,
      topic: 'room',
      now,
    })
    return { before, after: { building, room, bed } }
  }),

  clearRoom: act('clearRoom', async ({ db, input, student }) => {
    const room = await findRoom(db, student.code)
    if (room === null) return texts.noRoom
    if (await hasMoved(db, student, input.from)) return texts.roomChanged
    await unassignStudentBed(db, student.code)
    return { before: placeIn(room), after: placeIn(null) }
  }),

  admit: act('admit', async ({ db, input, student, now }) => {
    if (input.done && student.withdrawn_at !== null) return texts.withdrawn
    const isNews = await setStudentAdmitted(db, {
      student: student.code,
      at: input.done ? now : null,
    })
    return isNews ? { done: input.done } : input.done ? texts.admittedAlready : texts.notAdmitted
  }),

  arrive: act('arrive', async ({ db, student, staff, now, tools }) => {
    if (student.withdrawn_at !== null) return texts.withdrawn
    if (!(await isStudentAdmitted(db, student, admissionRuleOf({ tools, now }))))
      return texts.notAdmitted
    const isNews = await confirmArrivalByOffice(db, {
      student: student.code,
      staff: staff.code,
      now,
    })
    return isNews ? {} : texts.arrivedAlready
  }),

  unarrive: act('unarrive', async ({ db, input: { reason }, student, staff, now }) => {
    const of = { student: student.code, staff: staff.code, reason, now }
    return (await revertStudentArrival(db, of)) ? {} : texts.notArrived
  }),

  withdraw: act('withdraw', async ({ db, student, now }) =>
    (await setStudentWithdrawn(db, { student: student.code, at: now })) ? {} : texts.withdrawn,
  ),

  readmit: act('readmit', async ({ db, student }) =>
    (await setStudentWithdrawn(db, { student: student.code, at: null })) ? {} : texts.notWithdrawn,
  ),
}
