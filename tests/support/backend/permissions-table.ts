import { type CallerRole, CALLER_ROLES } from '#contract/permissions'

/** A person of the demo campus for each role. */
export const DEMO_USER_BY_ROLE: Readonly<Record<Exclude<CallerRole, 'nobody'>, string>> = {
  student: '990001',
  staff: 'T1001',
  'dorm-supervisor': 'T2001',
  'review-teacher': 'T3001',
  administrator: 'T4001',
  admissions: 'T5001',
  finance: 'T6001',
  'dorm-office': 'T7001',
  counsellor: 'T8501',
}

const own = { stuCode: 'S990001' }
const other = { stuCode: 'S990002' }
const absent = { stuCode: 'S000000' }
// Another staff member, and a staff member who does not exist.
const [colleague, noColleague] = [{ userCode: 'T7001' }, { userCode: 'T9009' }]

const staff = (self: string): readonly object[] => [
  {},
  other,
  absent,
  { userCode: self },
  self === colleague.userCode ? { userCode: 'T1001' } : colleague,
  noColleague,
  { formList: [{}, other] },
  { a: { b: JSON.stringify([noColleague]) } },
]

/**
 * The request bodies with which each role makes every call. Each letter of the table is the answer
 * to one of them.
 */
export const REQUEST_BODIES: Readonly<Record<CallerRole, readonly object[]>> = {
  nobody: [{}, own],
  student: [
    {},
    own,
    { formList: [{}, own] },
    other,
    absent,
    { student: other },
    { formList: [{}, other] },
    { collection: JSON.stringify([other]) },
    colleague,
  ],
  staff: staff(DEMO_USER_BY_ROLE.staff),
  'dorm-supervisor': staff(DEMO_USER_BY_ROLE['dorm-supervisor']),
  'review-teacher': staff(DEMO_USER_BY_ROLE['review-teacher']),
  administrator: staff(DEMO_USER_BY_ROLE.administrator),
  admissions: staff(DEMO_USER_BY_ROLE.admissions),
  finance: staff(DEMO_USER_BY_ROLE.finance),
  'dorm-office': staff(DEMO_USER_BY_ROLE['dorm-office']),
  counsellor: staff(DEMO_USER_BY_ROLE.counsellor),
}

/**
 * The index of the request body that names this role's own identifier, another person's or
 * nobody's, as a student's or a staff member's.
 */
export function requestIndexOf(
  by: CallerRole,
  named: 'student' | 'staff',
  whose: 'own' | 'other' | 'nobody',
): number {
  if (by === 'nobody') return 1
  if (by === 'student') return named === 'staff' ? 8 : { own: 1, other: 3, nobody: 4 }[whose]
  // No staff member is a student, so a student whom they name is always another person.
  if (named === 'student') return whose === 'nobody' ? 2 : 1
  return { own: 3, other: 4, nobody: 5 }[whose]
}

/** Format a line of the table. */
export const formatTableLine = (path: string, letters: readonly string[]): string =>
  [path.padEnd(52), ...letters.map((one, at) => one.padEnd(WIDTHS[at] ?? 0))].join(' ').trimEnd()

const WIDTHS = CALLER_ROLES.map((part) => REQUEST_BODIES[part].length)

/** Parse the lines of the table by call. Lines that begin with # are comments. */
export function parseTable(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.split(' ', 1)[0] ?? '', line]))
}
