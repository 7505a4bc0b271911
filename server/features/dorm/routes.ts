import type { dorm } from '#contract/dorm'
import { dormTexts } from '#i18n/dorm'
import { refusalTexts } from '#i18n/refusals'
import { after, chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { StudentRow } from '../../platform/database/schema.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused, type Tools } from '../../platform/http/handler.ts'
import { hasPaid, isCovered, priceDorm } from '../charges/face.ts'
import { findRoom } from '../room/face.ts'
import { isNewIn, isPaymentDone, markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

const PAGE = 'selectdorm'
const NO_COUNTDOWN = -1
const REFUSALS = {
  'no places': dormTexts.noPlaces,
  'chosen already': dormTexts.chosenAlready,
  'unknown type': dormTexts.unknownType,
}

const isPostgraduate = ({ enrolment }: { enrolment: string }) => enrolment === '1'

/** Dormitories (DORM). */
export const dormHandlers: Handlers<typeof dorm> = {
  chosen: byStudent(async ({ student, db, now }) => {
    const choice = await store.findChoice(db, student.code, now)
    return good({ type: choice === undefined ? null : { ...choice, placesLeft: undefined } })
  }),

  types: byStudent(async ({ student, db, now, tools }) =>
    good(
      isPostgraduate(student) || !isNewIn(student, now)
        ? { types: [], holdSeconds: undefined }
        : {
            types: await store.findTypes(db, now),
            holdSeconds: await holdSecondsOf(db, { student, now, tools }),
          },
    ),
  ),

  choose: byStudent(async ({ input, student, db, now, tools }) => {
    if (student.withdrawn_at !== null) return refused(refusalTexts.withdrawn)
    if (isPostgraduate(student)) return refused(dormTexts.notAsked)
    if (!isNewIn(student, now)) return refused(refusalTexts.newOnly)
    if ((await findRoom(db, student.code)) !== null) return refused(dormTexts.chosenAlready)
    // The student is locked before the place, in the sequence of a payment: otherwise the two could
    // wait for each other.
    await lockStudent(db, student.code)
    const own = { student: student.code, year: chinaYear(now) }
    const holdSeconds = await holdSecondsOf(db, { student, now, tools })
    const heldUntil = holdSeconds === 0 ? null : after(now, holdSeconds)
    const taken = await store.takePlace(db, {
      student: student.code,
      type: input.type,
      now,
      heldUntil,
    })
    if (taken !== 'taken') return refused(REFUSALS[taken])
    const chosen = await store.findType(db, input.type, now)
    if (chosen?.price !== undefined) await priceDorm(db, { ...own, fen: chosen.price })
    // A student who owes nothing, even with the price of this place, makes no payment that could
    // keep it: it is kept now.
    if (holdSeconds > 0 && (await isCovered(db, { ...own, now })))
      await store.keepPlace(db, student.code, now)
    await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
    return good({})
  }),

  hold: byStudent(async ({ student, db, now }) => {
    if (
      isPostgraduate(student) ||
      (await hasPaid(db, { student: student.code, year: chinaYear(now) }))
    )
      return good({ seconds: NO_COUNTDOWN })
    const choice = await store.findChoice(db, student.code, now)
    if (choice?.heldUntil === null || (await findRoom(db, student.code)) !== null)
      return good({ seconds: NO_COUNTDOWN })
    if (choice === undefined) return good({ seconds: 0 })
    return good({ seconds: Math.ceil((choice.heldUntil.getTime() - now.getTime()) / 1000) })
  }),
}

// How long a place waits for the student's payment, seconds; 0 where there is none to wait for: the
// year is settled, or nothing is paid online.
async function holdSecondsOf(
  db: Db,
  {
    student,
    now,
    tools: { settings },
  }: { student: StudentRow; now: Date; tools: Pick<Tools, 'settings'> },
): Promise<number> {
  if (settings.gateway.type === 'none') return 0
  const own = { student: student.code, year: chinaYear(now) }
  const isSettled = (await hasPaid(db, own)) || (await isPaymentDone(db, student.code))
  return isSettled ? 0 : settings.dormHoldSeconds
}
