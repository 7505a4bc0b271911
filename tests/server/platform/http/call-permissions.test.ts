import { describe, expect, test } from 'vitest'
import type { AnyCall, AllowedCallers } from '#contract/call'
import type { StaffRole } from '#contract/roles'
import {
  listAllCallerRoles,
  personIdentifierKeys,
  identifiesOnlyCaller,
  findMissingSignInStep,
  checkPermission,
  listActiveCallerRoles,
  findRolesByJobTitle,
} from '#server/platform/http/permissions'
import type { Caller } from '#server/platform/sessions/session'

const POSTS = { dormSupervisor: '宿管', reviewTeacher: '审核老师' }
const secondFactorRoles = ['administrator', 'finance'] as const
const rules = { postKeywords: POSTS, secondFactor: false, secondFactorRoles }
const strict = { postKeywords: POSTS, secondFactor: true, secondFactorRoles }

const nobody: Caller = { role: 'nobody' }
// A session without the fields that these tests do not use.
const session = (isProven: boolean) =>
  ({ isSecondFactorVerified: isProven }) as Extract<Caller, { role: 'staff' }>['session']
const student = {
  role: 'student',
  subject: 'student:S1',
  session: session(false),
  student: { code: 'S1', number: '2026A', exam_number: 'e7', id_card: '11010120000101001X' },
} as Caller
const unnumbered = {
  ...student,
  student: { code: 'S2', number: null, exam_number: 'e8', id_card: '1' },
} as Caller
function staff({
  post = '教师',
  roles = [],
  hasFactor = false,
  isProven = false,
  firstUntil = null,
}: {
  post?: string
  roles?: StaffRole[]
  hasFactor?: boolean
  isProven?: boolean
  firstUntil?: Date | null
} = {}): Caller {
  const row = { code: 'T1', id: 'id-1', post, first_password_until: firstUntil }
  return {
    role: 'staff',
    subject: 'staff:T1',
    staff: row,
    roles,
    hasFactor,
    session: session(isProven),
  } as unknown as Caller
}

describe('the roles of a post [D-31]', () => {
  test('the roles of a post are derived from the words in its title, Chinese or English, in upper or lower case', () => {
    expect(findRolesByJobTitle('教师', POSTS)).toEqual([])
    expect(findRolesByJobTitle('后勤处宿管员', POSTS)).toEqual(['dorm-supervisor'])
    expect(findRolesByJobTitle('审核老师', POSTS)).toEqual(['review-teacher'])
    expect(findRolesByJobTitle('Senior Dorm Supervisor', POSTS)).toEqual(['dorm-supervisor'])
    expect(findRolesByJobTitle('REVIEW TEACHER', POSTS)).toEqual(['review-teacher'])
    expect(findRolesByJobTitle('宿管, 审核老师', POSTS).toSorted()).toEqual([
      'dorm-supervisor',
      'review-teacher',
    ])
  })
})

describe('the roles of a caller', () => {
  test('a caller’s roles are those of the post and the granted ones, each listed once', () => {
    expect(listAllCallerRoles(nobody, rules)).toEqual(['nobody'])
    expect(listAllCallerRoles(student, rules)).toEqual(['student'])
    expect(listAllCallerRoles(staff(), rules)).toEqual(['staff'])
    const both = staff({ post: '宿管', roles: ['finance', 'administrator'] })
    expect(listAllCallerRoles(both, rules)).toEqual([
      'staff',
      'dorm-supervisor',
      'finance',
      'administrator',
    ])
    const twice = staff({ post: '宿管', roles: ['dorm-supervisor'] })
    expect(listAllCallerRoles(twice, rules)).toEqual(['staff', 'dorm-supervisor'])
  })

  test('a caller has no roles before choosing a password, and no guarded roles before verifying a second factor', () => {
    const first = staff({ roles: ['finance'], firstUntil: new Date(), isProven: true })
    expect([findMissingSignInStep(first, rules), listActiveCallerRoles(first, rules)]).toEqual([
      'own-password',
      [],
    ])
    const office = { roles: ['finance' as const, 'administrator' as const], post: '审核老师' }
    const rest = ['staff', 'review-teacher']
    for (const [caller, wanted] of [
      [staff({ ...office, hasFactor: true }), rules],
      [staff(office), strict],
      [staff({ ...office, hasFactor: true }), strict],
    ] as const)
      expect([
        findMissingSignInStep(caller, wanted),
        listActiveCallerRoles(caller, wanted),
      ]).toEqual(['second-factor', rest])
    for (const [caller, wanted] of [
      [staff(office), rules],
      [staff({ ...office, hasFactor: true, isProven: true }), rules],
      [staff({ ...office, isProven: true }), strict],
    ] as const)
      expect([
        findMissingSignInStep(caller, wanted),
        listActiveCallerRoles(caller, wanted),
      ]).toEqual([undefined, [...rest, 'finance', 'administrator']])
  })

  test('roles without access to other people’s data, and students, need no second factor', () => {
    for (const caller of [staff({ hasFactor: true, post: '宿管' }), student, nobody])
      expect([
        findMissingSignInStep(caller, strict),
        listActiveCallerRoles(caller, strict),
      ]).toEqual([undefined, listAllCallerRoles(caller, strict)])
  })
})

describe('permission for a call', () => {
  const may = (
    who: AllowedCallers,
    caller: Caller,
    { wanted = rules, allowedDuringSignIn = false } = {},
  ) => checkPermission({ who, ...(allowedDuringSignIn && { allowedDuringSignIn }) }, caller, wanted)

  test('a call is permitted by role; an anonymous caller is asked to sign in, other callers are forbidden', () => {
    expect(may('anyone', nobody)).toBe('yes')
    expect(may('student', nobody)).toBe('sign-in')
    expect([may('student', student), may('student', staff())]).toEqual(['yes', 'no'])
    expect([may('bound', student), may('bound', staff())]).toEqual(['yes', 'yes'])
    expect([may(['finance'], staff()), may(['finance'], student)]).toEqual(['no', 'no'])
    expect(may(['finance'], staff({ roles: ['finance'] }))).toBe('yes')
  })

  test('a caller who must first choose a password or verify a second factor is told so, except by the calls that do this', () => {
    const lacking = staff({ roles: ['finance'], hasFactor: true })
    expect(may(['finance'], lacking)).toBe('second-factor')
    expect(may('staff', lacking)).toBe('yes')
    expect(may('student', lacking)).toBe('no')
    expect(may(['finance'], lacking, { allowedDuringSignIn: true })).toBe('yes')
    const first = staff({ firstUntil: new Date() })
    expect(may('staff', first)).toBe('own-password')
    expect(may('student', first)).toBe('no')
    expect([may('staff', first, { allowedDuringSignIn: true }), may('anyone', first)]).toEqual([
      'yes',
      'yes',
    ])
  })
})

describe('the person whom a request body names [D-09]', () => {
  const own = (
    caller: Caller,
    body: object,
    call: Pick<AnyCall, 'who'> & { verifiedIdentifier?: string },
  ) => identifiesOnlyCaller(call, caller, { ...body })
  const by = (caller: Caller, body: object, who: AllowedCallers = 'bound') =>
    own(caller, body, { who })

  test('a student is accepted as the person in a body by any of the student’s own numbers, in any spelling', () => {
    expect([...personIdentifierKeys].toSorted()).toEqual(
      [
        'examNumber',
        'idCard',
        'stuCode',
        'stuNum',
        'stuNumber',
        'stunum',
        'userCode',
        'userId',
      ].toSorted(),
    )
    const mine: Record<string, unknown[]> = {
      stuCode: ['S1', ' s1 '],
      stuNumber: ['2026A', '2026a', 'e7', 'E7'],
      stuNum: ['2026A', 'e7'],
      stunum: ['2026A', 'e7'],
      examNumber: ['e7'],
      idCard: ['11010120000101001x'],
    }
    for (const [key, values] of Object.entries(mine))
      for (const value of values)
        expect([key, value, by(student, { [key]: value })]).toEqual([key, value, true])
    const others: Record<string, unknown[]> = {
      stuCode: ['S2', '2026A', 'e7'],
      stuNumber: ['S1', '2'],
      stuNum: ['S1'],
      stunum: ['S1'],
      examNumber: ['2026A', 'S1'],
      idCard: ['e7', 'S1', true, ['11010120000101001X'], {}],
      userCode: ['S1', 'T1'],
      userId: ['S1', 'id-1'],
    }
    for (const [key, values] of Object.entries(others))
      for (const value of values)
        expect([key, value, by(student, { [key]: value })]).toEqual([key, value, false])
  })

  test('a staff member is accepted as the person in a body by their own code, and never as a student', () => {
    expect([by(staff(), { userCode: 't1' }), by(staff(), { userId: 'ID-1' })]).toEqual([true, true])
    expect([by(staff(), { userCode: 'T2' }), by(staff(), { userId: 'T1' })]).toEqual([false, false])
    for (const key of ['stuCode', 'stuNumber', 'examNumber', 'idCard'])
      expect([key, by(staff(), { [key]: 'T1' })]).toEqual([key, false])
    for (const key of personIdentifierKeys)
      expect([key, by(nobody, { [key]: 'S1' })]).toEqual([key, false])
  })

  test('a body without a number names nobody, and a number that the caller does not have counts as somebody else’s', () => {
    for (const none of [undefined, null, '']) expect(by(student, { stuCode: none })).toBe(true)
    expect(by(unnumbered, { stuNumber: 'e8' })).toBe(true)
    for (const said of ['null', 0, false]) expect(by(unnumbered, { stuNumber: said })).toBe(false)
    const numbered = {
      ...student,
      student: { code: '7', number: '20', exam_number: 'e' },
    } as Caller
    expect([by(numbered, { stuNumber: 20 }), by(numbered, { stuNumber: 21 })]).toEqual([
      true,
      false,
    ])
  })

  test('a number in a body is checked wherever it stands: in a record, a list, or JSON text of either', () => {
    const other = { stuCode: 'S2' }
    for (const body of [
      { a: other },
      { a: [other] },
      { a: [{ b: [[other]] }] },
      { a: JSON.stringify(other) },
      { a: ` \n${JSON.stringify([{ stuCode: 'S1' }, other])}` },
      { a: JSON.stringify({ b: JSON.stringify(other) }) },
    ])
      expect([body, by(student, body)]).toEqual([body, false])
    for (const body of [
      { a: { stuCode: 'S1' }, b: null, c: 7 },
      { a: JSON.stringify([{ stuCode: 'S1' }]) },
      // Invalid JSON, and text that contains JSON after other characters, are not parsed.
      { a: '{"stuCode":"S2"' },
      { a: `x ${JSON.stringify(other)}` },
      { a: 'null' },
    ])
      expect([body, by(student, body)]).toEqual([body, true])
    let deep: unknown = other
    for (let depth = 0; depth < 100_000; depth++) deep = [deep]
    expect(by(student, { deep })).toBe(false)
  })

  test('a body is allowed to name somebody else if that is the purpose of the call', () => {
    const other = { stuCode: 'S2', userCode: 'T2' }
    const one = { stuCode: 'S2' }
    expect([by(nobody, other, 'anyone'), by(staff(), other, ['finance'])]).toEqual([true, true])
    for (const who of ['dorm-supervisor', 'review-teacher'] as const)
      expect([
        by(staff(), one, who),
        by(staff(), { userCode: 'T2' }, who),
        by(staff(), { userId: 'x' }, who),
      ]).toEqual([true, false, false])
    for (const who of ['student', 'staff', 'bound', 'owner-or-reviewer'] as const)
      expect([who, by(staff(), one, who)]).toEqual([who, false])
  })

  test('a body with a wrong number is allowed if the call itself verifies this number', () => {
    const call = { who: 'student', verifiedIdentifier: 'idCard' } as const
    expect(own(student, { idCard: 'wrong' }, call)).toBe(true)
    expect(own(student, { idCard: 'wrong', stuCode: 'S2' }, call)).toBe(false)
  })
})
