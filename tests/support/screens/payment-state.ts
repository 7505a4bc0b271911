import { http, HttpResponse } from 'msw'
import { toChinaYear } from '#server/platform/clock'
import type { Backend } from '../backend/backend.ts'
import type { ScreenCampus } from './render.tsx'

/** Change the real backend's response to one call for the rest of a test. */
export const modifyBackendResponse = (
  campus: ScreenCampus,
  path: string,
  change: (body: Record<string, unknown>) => void,
) =>
  campus.addFault(
    http.post(`*${path}`, async ({ request }) => {
      const body = await request.text()
      campus.calls.push({ path, body: JSON.parse(body), headers: request.headers })
      const answer = await campus
        .backend()
        .fetch(request.url, { method: 'POST', headers: [...request.headers], body })
      const said = await answer.json()
      change(said)
      return HttpResponse.json(said, { status: answer.status })
    }),
  )

/**
 * Reset a student to owing all of this year's fees, without an open order, a bed reservation or a
 * done step. Existing payment credits stay.
 */
export async function resetPaymentsToUnpaid(
  { db, clock }: Backend,
  student: string,
): Promise<void> {
  await db
    .updateTable('pay_order')
    .set({ state: 'closed' })
    .where('student_code', '=', student)
    .where('state', '<>', 'paid')
    .execute()
  const year = toChinaYear(clock.now())
  await db
    .updateTable('charge')
    .set({ paid_fen: 0 })
    .where('student_code', '=', student)
    .where('year', '=', year)
    .execute()
  await db.deleteFrom('dorm_choice').where('student_code', '=', student).execute()
  await db.deleteFrom('step_done').where('student_code', '=', student).execute()
}

/** Reserve a bed for a student for this many seconds from now. */
export async function holdBedForSeconds(
  { db, clock }: Backend,
  student: string,
  seconds: number,
): Promise<void> {
  const now = clock.now()
  const type = await db.selectFrom('dorm_type').select('id').orderBy('id').executeTakeFirstOrThrow()
  const values = {
    type_id: type.id,
    chosen_at: now,
    held_until: new Date(now.getTime() + seconds * 1000),
  }
  await db.deleteFrom('dorm_choice').where('student_code', '=', student).execute()
  await db
    .insertInto('dorm_choice')
    .values({ student_code: student, ...values })
    .execute()
}

/**
 * Date the last inquiry about a student's open order to this many seconds from now. For three
 * seconds after that time, reading the order does not ask the payment gateway.
 */
export async function markOrderRefreshed(
  { db, clock }: Backend,
  student: string,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('pay_order')
    .set({ updated_at: new Date(clock.now().getTime() + seconds * 1000) })
    .where('student_code', '=', student)
    .where('state', 'in', ['open', 'checking'])
    .execute()
}
