import { expect, test } from 'vitest'
import { refusalTexts } from '#i18n/refusals'
import {
  type HandlerRequest,
  staffHandler,
  studentHandler,
  succeed,
  refuse,
  succeedWithSession,
  staffDownloadHandler,
} from '#server/platform/http/handler'
import type { Caller } from '#server/platform/sessions/session'

// A request with a caller only, since these handlers use nothing else.
const asked = (caller: object) => ({ caller, input: 7 }) as unknown as HandlerRequest<number>
const session = { hash: Buffer.from('x') }
const staff = { role: 'staff', staff: { code: 'T1' }, session }
const student = { role: 'student', student: { code: 'S1' }, session }
const nobody: Caller = { role: 'nobody' }
const forbidden = { type: 'forbidden' }

test('a staff handler is called for staff only, with their row and session', async () => {
  const seen: unknown[] = []
  const handler = staffHandler<number, string>(
    async ({ caller, staff: row, session: own, input }) => {
      seen.push(caller, row, own, input)
      return succeed('so')
    },
  )
  expect(await handler(asked(staff))).toEqual(succeed('so'))
  expect(seen).toEqual([staff, staff.staff, session, 7])
  for (const other of [student, nobody]) expect(await handler(asked(other))).toEqual(forbidden)
  expect(seen).toHaveLength(4)
})

test('a staff download is called for staff only, with their row', async () => {
  const no = refuse(refusalTexts.busy)
  const seen: unknown[] = []
  const handler = staffDownloadHandler<number>(async ({ caller, staff: row, input }) => {
    seen.push(caller, row, input)
    return no
  })
  expect(await handler(asked(staff))).toEqual(no)
  expect(seen).toEqual([staff, staff.staff, 7])
  for (const other of [student, nobody]) expect(await handler(asked(other))).toEqual(forbidden)
})

test('a student handler is called for students only, with their row and session', async () => {
  const seen: unknown[] = []
  const handler = studentHandler<number, string>(
    async ({ caller, student: row, session: own, input }) => {
      seen.push(caller, row, own, input)
      return succeed('so')
    },
  )
  expect(await handler(asked(student))).toEqual(succeed('so'))
  expect(seen).toEqual([student, student.student, session, 7])
  for (const other of [staff, nobody]) expect(await handler(asked(other))).toEqual(forbidden)
})

test('a successful answer has its version if there is one, and a sign-in answer has its token', () => {
  expect(Object.entries(succeed('so'))).toEqual([
    ['type', 'ok'],
    ['value', 'so'],
  ])
  expect(succeed('so', '3')).toEqual({ type: 'ok', value: 'so', etag: '3' })
  expect(succeedWithSession({ token: 'x' })).toEqual({
    type: 'ok',
    value: { token: 'x' },
    session: 'x',
  })
  expect(refuse(refusalTexts.busy)).toEqual({ type: 'refused', says: refusalTexts.busy })
})
