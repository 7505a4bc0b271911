import type { dorm } from '#contract/dorm'
import { dormWords } from '#words/dorm'
import { refusalWords } from '#words/refusal'
import { after, chinaYear } from '../../platform/clock.ts'
import { lockStudent } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { hasPaid, isCovered, priceDorm } from '../charges/face.ts'
import { findRoom } from '../room/face.ts'
import { isNewIn, isPaymentDone, markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

const PAGE = 'selectdorm'
const NO_COUNTDOWN = -1
const REFUSALS = {
  'no places': dormWords.noPlaces,
  'chosen already': dormWords.chosenAlready,
  'unknown type': dormWords.unknownType,
}

const isPostgraduate = ({ enrolment }: { enrolment: string }) => enrolment === '1'

/** Dormitories (DORM). */
export const dormHandlers: Handlers<typeof dorm> = {
  chosen: byStudent(async ({ student, db, now }) => {
    const choice = await store.findChoice(db, student.code, now)
    return good({ type: choice === undefined ? null : { ...choice, placesLeft: undefined } })
  }),

  types: byStudent(async ({ student, db, now }) =>
    good({
      types:
        isPostgraduate(student) || !isNewIn(student, now) ? [] : await store.findTypes(db, now),
    }),
  ),

  choose: byStudent(async ({ input, student, db, now, tools }) => {
    if (student.withdrawn_at !== null) return refused(refusalWords.withdrawn)
    if (isPostgraduate(student)) return refused(dormWords.notAsked)
    if (!isNewIn(student, now)) return refused(refusalWords.newOnly)
    if ((await findRoom(db, student.code)) !== null) return refused(dormWords.chosenAlready)
    // The student is locked before the place, in the sequence of a payment: otherwise the two could
    // wait for each other.
    await lockStudent(db, student.code)
    const own = { student: student.code, year: chinaYear(now) }
    const isSettled = (await hasPaid(db, own)) || (await isPaymentDone(db, student.code))
    // Where nothing is paid online there is no payment to wait for.
    const isKept = isSettled || tools.settings.gateway.type === 'none'
    const heldUntil = isKept ? null : after(now, tools.settings.dormHoldSeconds)
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
    if (!isKept && (await isCovered(db, { ...own, now })))
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
