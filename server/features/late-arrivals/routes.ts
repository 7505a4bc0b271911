import type { lateArrivals } from '#contract/late-arrivals'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import { fillTemplateText } from '#i18n/translate'
import { startOfDay, toChinaDay } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import { type Handlers, refuse, studentHandler, succeed } from '../../platform/http/handler.ts'
import { lockStudent } from '../../platform/records/versioned-write.ts'
import { notifyPeople } from '../notices/public.ts'
import { isNewStudentAt } from '../onboarding-steps/public.ts'
import { findDayProblem } from './expected-day.ts'
import * as store from './store.ts'
import { toLateArrivalRequest } from './to-request.ts'

const REQUESTS_A_DAY = 5

/** The handlers of a new student's requests to arrive late. */
export const lateArrivalHandlers: Handlers<typeof lateArrivals> = {
  mine: studentHandler(async ({ student, db, now }) =>
    succeed({
      requests: (await store.findRequests(db, [student.code])).map(toLateArrivalRequest),
      canAsk: await canAsk(db, student, now),
    }),
  ),

  ask: studentHandler(async ({ input, student, db, now }) => {
    await lockStudent(db, student.code)
    if (!(await canAsk(db, student, now))) return refuse(lateArrivalTexts.newOnly)
    const wrong = findDayProblem(input.expectedOn, now)
    if (wrong !== undefined) return refuse(wrong)
    const today = startOfDay(toChinaDay(now))
    if ((await store.countRequestsSince(db, student.code, today)) >= REQUESTS_A_DAY)
      return refuse(lateArrivalTexts.tooMany)
    const isAdded = await store.saveRequest(db, { ...input, student: student.code, now })
    if (isAdded)
      await notifyPeople(db, {
        subjects: (await store.findCounsellorsOfStudent(db, student)).map(
          (code) => `staff:${code}`,
        ),
        title: lateArrivalTexts.toCounsellor,
        content: fillTemplateText(
          lateArrivalTexts.toCounsellorAbout,
          student.name,
          student.class_name,
          input.expectedOn,
        ),
        now,
      })
    return succeed({})
  }),

  withdraw: studentHandler(async ({ input, student, db }) =>
    (await store.withdrawRequest(db, student.code, input.id))
      ? succeed({})
      : refuse(lateArrivalTexts.notWaiting),
  ),
}

const canAsk = async (db: Db, student: StudentRow, now: Date): Promise<boolean> =>
  isNewStudentAt(student, now) &&
  student.withdrawn_at === null &&
  !(await store.hasArrived(db, student.code))
