import type { CallerRole } from '#contract/permissions'
import { DEMO_USER_BY_ROLE } from '../backend/permissions-table.ts'

const numberOf = (by: CallerRole) => (by === 'student' ? '990001' : '990002')
const isStaff = (by: CallerRole): by is Exclude<CallerRole, 'nobody' | 'student'> =>
  by !== 'nobody' && by !== 'student'

/** The caller's own identifiers, by their key in a request body. */
export const OWN_IDS: Readonly<Record<string, (by: CallerRole) => string>> = {
  stuCode: (by) => (by === 'student' ? 'S990001' : 'S990002'),
  stuNumber: numberOf,
  stuNum: numberOf,
  stunum: numberOf,
  examNumber: numberOf,
  idCard: (by) => (by === 'student' ? '110101200801010015' : '110101200801010023'),
  userCode: (by) => (isStaff(by) ? DEMO_USER_BY_ROLE[by] : ''),
  userId: (by) => (isStaff(by) ? `U${DEMO_USER_BY_ROLE[by]}` : ''),
  // The office names a student here, who is not the caller.
  student: () => 'S990002',
}
