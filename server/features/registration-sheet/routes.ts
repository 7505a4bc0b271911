import type { registrationSheet } from '#contract/registration-sheet'
import { toChinaYear } from '../../platform/clock.ts'
import { studentHandler, succeed, type Handlers } from '../../platform/http/handler.ts'
import { findRoom } from '../assigned-room/public.ts'
import { findCharges, findOwedAmount } from '../charges/public.ts'
import { findPersonalDetails } from '../family/public.ts'

/** The handlers of the registration sheet (RPT-08, D-101). */
export const registrationSheetHandlers: Handlers<typeof registrationSheet> = {
  sheet: studentHandler(async ({ input, student, db, now, tools }) => {
    const year = /^\d{4}$/.test(input.year) ? Number(input.year) : toChinaYear(now)
    const details = await findPersonalDetails(db, student.code)
    const charges = (await findCharges(db, { student: student.code, now })).filter(
      (charge) => charge.year === year,
    )
    const due = charges.reduce((sum, charge) => sum + charge.due_fen, 0)
    const paid = charges.reduce((sum, charge) => sum + charge.paid_fen, 0)
    const owed = await findOwedAmount(db, { student: student.code, year, now })
    const place = await findRoom(db, student.code)
    return succeed({
      sheet: {
        name: student.name,
        department: student.department,
        className: student.class_name,
        email: details?.email ?? '',
        phone: student.phone,
        // The item '' stands for all items.
        payments: charges
          .filter(({ item }) => input.payType === '' || item === input.payType)
          .map(({ item: way, due_fen: fees }) => ({ way, fees })),
        paid,
        offset: Math.max(0, due - paid - owed),
        owed,
        building: place?.building,
        room: place?.room,
        bed: place?.bed,
        code: tools.settings.passRequired ? undefined : student.code,
      },
    })
  }),
}
