import type { dorm } from '#contract/dorm'
import { dormTexts } from '#i18n/dorm'
import { refusalTexts } from '#i18n/refusals'
import { addSeconds, toChinaYear } from '../../platform/clock.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { studentHandler, succeed, type Handlers, refuse } from '../../platform/http/handler.ts'
import type { CachedReadContext } from '../../platform/records/table-cache.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { findRoom } from '../assigned-room/public.ts'
import { describeWindowRefusal, findCampusRules } from '../campus-rules/public.ts'
import { hasPaidInYear, isFeeYearCovered, setDormCharge } from '../charges/public.ts'
import { isNewStudentAt, isPaymentDone, markFormStepDone } from '../onboarding-steps/public.ts'
import { needsBed } from '../student-levels/public.ts'
import * as store from './store.ts'

const PAGE = 'selectdorm'
const NO_COUNTDOWN = -1
const REFUSALS = {
  'no-beds': dormTexts.noPlaces,
  'already-chosen': dormTexts.chosenAlready,
  'unknown-type': dormTexts.unknownType,
}

/** The handlers of dormitories (DORM). */
export const dormHandlers: Handlers<typeof dorm> = {
  chosen: studentHandler(async ({ student, db, now }) => {
    const choice = await store.findDormChoice(db, student.code, now)
    return succeed({ type: choice === undefined ? null : { ...choice, placesLeft: undefined } })
  }),

  types: studentHandler(async (ask) =>
    succeed(
      !isNewStudentAt(ask.student, ask.now) || !(await needsBed(ask.db, ask.student))
        ? { types: [], holdSeconds: undefined }
        : {
            types: await store.findDormTypes(ask.db, ask.now),
            holdSeconds: await findReservationSeconds(ask),
          },
    ),
  ),

  choose: studentHandler(async (ask) => {
    const { input, student, db, now } = ask
    if (student.withdrawn_at !== null) return refuse(refusalTexts.withdrawn)
    if (!(await needsBed(db, student))) return refuse(dormTexts.notAsked)
    if (!isNewStudentAt(student, now)) return refuse(refusalTexts.newOnly)
    const closed = describeWindowRefusal(await findCampusRules(ask), PAGE, now)
    if (closed !== undefined) return refuse(closed)
    if ((await findRoom(db, student.code)) !== null) return refuse(dormTexts.chosenAlready)
    // The student is locked before the dormitory type, in the same order as in a payment, to avoid
    // deadlocks.
    await lockStudent(db, student.code)
    const own = { student: student.code, year: toChinaYear(now) }
    const holdSeconds = await findReservationSeconds(ask)
    const heldUntil = holdSeconds === 0 ? null : addSeconds(now, holdSeconds)
    const result = await store.reserveBed(db, {
      student: student.code,
      type: input.type,
      now,
      heldUntil,
    })
    if (result !== 'reserved') return refuse(REFUSALS[result])
    const chosen = await store.findDormType(db, input.type, now)
    if (chosen?.price !== undefined) await setDormCharge(db, { ...own, fen: chosen.price })
    // A student who owes nothing, even including the price of this bed, makes no payment that could
    // confirm the bed, so the bed is confirmed now.
    if (holdSeconds > 0 && (await isFeeYearCovered(db, { ...own, now })))
      await store.confirmReservedBed(db, student.code, now)
    await markFormStepDone(db, { student: student.code, step: input.step, page: PAGE, now })
    return succeed({})
  }),

  hold: studentHandler(async ({ student, db, now }) => {
    if (
      !(await needsBed(db, student)) ||
      (await hasPaidInYear(db, { student: student.code, year: toChinaYear(now) }))
    )
      return succeed({ seconds: NO_COUNTDOWN })
    const choice = await store.findDormChoice(db, student.code, now)
    if (choice?.heldUntil === null || (await findRoom(db, student.code)) !== null)
      return succeed({ seconds: NO_COUNTDOWN })
    if (choice === undefined) return succeed({ seconds: 0 })
    return succeed({ seconds: Math.ceil((choice.heldUntil.getTime() - now.getTime()) / 1000) })
  }),
}

// The time for which a bed is reserved until its payment, seconds. 0 if no payment is expected,
// because the year is paid or the campus takes no payments online.
async function findReservationSeconds(
  ask: CachedReadContext & { readonly student: StudentRow; readonly now: Date },
): Promise<number> {
  const { db, student, now, tools } = ask
  if (tools.settings.gateway.type === 'none') return 0
  const own = { student: student.code, year: toChinaYear(now) }
  const isSettled = (await hasPaidInYear(db, own)) || (await isPaymentDone(db, student.code))
  return isSettled ? 0 : (await findCampusRules(ask)).countdowns.bed
}
