import type { Room } from '#contract/room'
import { placeLine, type students } from '#contract/students'
import type { LogDetails } from '#i18n/audit-changes'
import { refusalTexts } from '#i18n/refusals'
import { studentsServerTexts as texts } from '#i18n/students-server'
import type { Text } from '#i18n/translate'
import type { Db } from '../../platform/database/database.ts'
import type { StaffRow, StudentRow } from '../../platform/database/schema.ts'
import {
  type Ask,
  good,
  type Handler,
  type Handlers,
  refused,
} from '../../platform/http/handler.ts'
import { confirmAtDesk, takeBackOf } from '../checkin/face.ts'
import { unbindPhone } from '../identity/face.ts'
import { noteDeed } from '../office/face.ts'
import { findRoom, givePlace, takePlaceAway } from '../room/face.ts'
import { findSteps, unmark } from '../steps/face.ts'
import { partsOfPage } from './parts.ts'
import { toStudent } from './reached.ts'
import { setAdmitted, setWithdrawn } from './store.ts'
import { triesOf } from './tries.ts'

type Verb =
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

interface Reasoned {
  readonly student: string
  readonly reason: string
}
type Asked<I> = Ask<I> & { readonly student: StudentRow; readonly staff: StaffRow }

// An action that is done and noted in one transaction, or refused with why.
const act = <I extends Reasoned>(
  verb: Verb,
  perform: (ask: Asked<I>) => Promise<Text | LogDetails>,
): Handler<I, Record<never, never>> =>
  toStudent<I, Record<never, never>>(verb, async (ask) => {
    const done = await perform(ask)
    if ('zh' in done) return refused(done)
    const { student, reason } = ask.input
    await noteDeed(ask.db, {
      staff: ask.staff.code,
      action: `students.${verb}`,
      about: `student:${student}`,
      reason,
      details: done,
      now: ask.now,
    })
    return good({})
  })

// By the names under which the database knows its rules.
const AGAINST_PLACE: Readonly<Record<string, Text>> = {
  dorm_place_room_unknown: texts.noSuchRoom,
  dorm_place_bed_once: texts.bedTaken,
  dorm_place_room_closed: texts.roomClosed,
  dorm_place_bed_of_room: texts.noSuchBed,
  dorm_place_gender_of_room: texts.otherGender,
}

// A colleague has given another bed since this one was looked at.
const hasMoved = async (db: Db, { code }: StudentRow, from: string): Promise<boolean> =>
  placeLine(await findRoom(db, code)) !== from

const placeIn = (found: Room | null) => ({
  building: found?.building ?? '',
  room: found?.room ?? '',
  bed: found?.bed ?? '',
})

/** What the office does to a student: each with a reason, each noted. */
export const actions: Pick<Handlers<typeof students>, Verb | 'reveal'> = {
  reveal: toStudent('reveal', async ({ input, student, roles, staff, db, now, caller, tools }) => {
    if (!partsOfPage(roles).includes(input.what)) return { type: 'forbidden' }
    const seconds = await tools.limits.reveals.use(caller.subject)
    if (seconds !== undefined) return { type: 'too-many', seconds }
    await noteDeed(db, {
      staff: staff.code,
      action: 'students.reveal',
      about: `student:${student.code}`,
      details: { what: input.what },
      now,
    })
    return good({ number: input.what === 'phone' ? student.phone : student.id_card })
  }),

  unlock: act('unlock', async ({ db, student, now, tools }) => {
    const keys = await triesOf(db, student.code)
    if ((await tools.limits.signIn.blockedUntil(db, keys, now)) === undefined)
      return texts.notBlocked
    await tools.limits.signIn.forgive(db, keys)
    return {}
  }),

  unbind: act('unbind', async ({ db, input, student, now }) => {
    const done = await unbindPhone(db, { student: student.code, phone: input.phone, now })
    return done ? { binding: input.phone } : texts.unboundAlready
  }),

  reopen: act('reopen', async ({ db, input, student, now }) => {
    const step = (await findSteps(db, student, now)).find(({ id }) => id === input.step)
    if (step === undefined) return refusalTexts.notFound
    if (!step.done) return texts.openAlready
    await unmark(db, { student: student.code, step: step.id })
    return { step: step.title }
  }),

  assignRoom: act('assignRoom', async ({ db, input, student }) => {
    if (student.withdrawn_at !== null) return texts.withdrawn
    if (await hasMoved(db, student, input.from)) return texts.roomChanged
    const { building, room, bed } = input
    const before = placeIn(await findRoom(db, student.code))
    const against = await givePlace(db, { student: student.code, building, room, bed })
    return against === undefined
      ? { before, after: { building, room, bed } }
      : (AGAINST_PLACE[against] ?? texts.placeRefused)
  }),

  clearRoom: act('clearRoom', async ({ db, input, student }) => {
    const room = await findRoom(db, student.code)
    if (room === null) return texts.noRoom
    if (await hasMoved(db, student, input.from)) return texts.roomChanged
    await takePlaceAway(db, student.code)
    return { before: placeIn(room), after: placeIn(null) }
  }),

  admit: act('admit', async ({ db, input, student, now }) => {
    if (input.done && student.withdrawn_at !== null) return texts.withdrawn
    const isNews = await setAdmitted(db, { student: student.code, at: input.done ? now : null })
    return isNews ? { done: input.done } : input.done ? texts.admittedAlready : texts.notAdmitted
  }),

  arrive: act('arrive', async ({ db, student, staff, now }) => {
    if (student.withdrawn_at !== null) return texts.withdrawn
    if (student.checked_in_at === null) return texts.notAdmitted
    const isNews = await confirmAtDesk(db, { student: student.code, staff: staff.code, now })
    return isNews ? {} : texts.arrivedAlready
  }),

  unarrive: act('unarrive', async ({ db, input: { reason }, student, staff, now }) => {
    const of = { student: student.code, staff: staff.code, reason, now }
    return (await takeBackOf(db, of)) ? {} : texts.notArrived
  }),

  withdraw: act('withdraw', async ({ db, student, now }) =>
    (await setWithdrawn(db, { student: student.code, at: now })) ? {} : texts.withdrawn,
  ),

  readmit: act('readmit', async ({ db, student }) =>
    (await setWithdrawn(db, { student: student.code, at: null })) ? {} : texts.notWithdrawn,
  ),
}
