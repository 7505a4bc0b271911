import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_BED_FILTER } from '#contract/arrivals'
import type { Audience } from '#contract/audiences'
import { studentMessages } from '#contract/student-messages'
import { type AudienceScope, findAudienceCodes } from '#server/features/audiences/public'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolStudents } from '../support/backend/students.ts'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

let backend: Backend
let office: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  office = await backend.signInAs('T4001')
})
afterAll(() => backend.close())

/** A student of a small campus. */
interface Student {
  readonly department: string
  readonly major: string
  readonly className: string
  readonly level: string
  readonly building: string | null
  readonly isNew: boolean
  readonly hasArrived: boolean
  readonly isWithdrawn: boolean
}

/** A campus, an audience that somebody chooses, and whom this person may reach. */
interface Choice {
  readonly students: readonly Student[]
  readonly audience: Audience
  readonly scope: AudienceScope
}

const department = fc.constantFrom('甲学院', '乙学院')
const major = fc.constantFrom('数学', '物理')
const className = fc.constantFrom('1班', '2班')
const level = fc.constantFrom('1', '2')
const building = fc.constantFrom('东楼', '西楼')
/** A class is named alone, or with its college if several colleges have one of this name. */
const classes = fc.uniqueArray(
  fc.oneof(
    className,
    fc.tuple(department, className).map((names) => names.join('/')),
  ),
  { maxLength: 2 },
)
const choice: fc.Arbitrary<Choice> = fc.record({
  students: fc.array(
    fc.record({
      department,
      major,
      className,
      level,
      building: fc.option(building),
      isNew: fc.boolean(),
      hasArrived: fc.boolean(),
      isWithdrawn: fc.nat(4).map((nth) => nth === 0),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  audience: fc.record({
    cohort: fc.constantFrom('all', 'new', 'continuing'),
    levels: fc.uniqueArray(level, { maxLength: 1 }),
    colleges: fc.uniqueArray(department, { maxLength: 1 }),
    majors: fc.uniqueArray(major, { maxLength: 1 }),
    classes,
    buildings: fc.uniqueArray(fc.oneof(building, fc.constant(NO_BED_FILTER)), { maxLength: 2 }),
    station: fc.constantFrom('', '', 'dormitory'),
    stationState: fc.constantFrom('recorded', 'missing'),
    step: fc.constant(''),
    stepState: fc.constant('open'),
    list: fc.constant(''),
  }),
  scope: fc.oneof(
    fc.constant('all' as const),
    fc.record({ classes, buildings: fc.uniqueArray(building, { maxLength: 1 }) }),
  ),
})

const isInClasses = (student: Student, names: readonly string[]) =>
  names.includes(student.className) || names.includes(`${student.department}/${student.className}`)

/** Whether a student is meant, by the words of the audience. */
function isMeant(student: Student, { audience, scope }: Choice): boolean {
  const meets = (names: readonly string[], value: string) =>
    names.length === 0 || names.includes(value)
  return (
    !student.isWithdrawn &&
    (scope === 'all' ||
      isInClasses(student, scope.classes) ||
      (student.building !== null && scope.buildings.includes(student.building))) &&
    (audience.cohort === 'all' || (audience.cohort === 'new') === student.isNew) &&
    meets(audience.levels, student.level) &&
    meets(audience.colleges, student.department) &&
    meets(audience.majors, student.major) &&
    (audience.classes.length === 0 || isInClasses(student, audience.classes)) &&
    meets(audience.buildings, student.building ?? NO_BED_FILTER) &&
    (audience.station === '' || (audience.stationState === 'recorded') === student.hasArrived)
  )
}

/** Stores the students of a campus; returns their codes in order. */
async function storeStudents(students: readonly Student[]): Promise<string[]> {
  const { db, clock } = backend
  await db.deleteFrom('arrival').execute()
  await db.deleteFrom('dorm_place').execute()
  await db.updateTable('student').set({ withdrawn_at: clock.now() }).execute()
  const year = toChinaYear(clock.now())
  const rows = await enrolStudents(backend, students.length)
  for (const [nth, student] of students.entries()) {
    const code = rows[nth]?.code ?? ''
    await db
      .updateTable('student')
      .set({
        department: student.department,
        major: student.major,
        class_name: student.className,
        enrolment: student.level,
        entry_year: String(student.isNew ? year : year - 1),
        grade: String(student.isNew ? year : year - 1),
        withdrawn_at: student.isWithdrawn ? clock.now() : null,
      })
      .where('code', '=', code)
      .execute()
    if (student.building !== null)
      await db
        .insertInto('dorm_place')
        .values({
          student_code: code,
          type_name: '四人间',
          building: student.building,
          room: code,
          bed: '1',
        })
        .execute()
    if (student.hasArrived)
      await db
        .insertInto('arrival')
        .values({
          student_code: code,
          building: student.building ?? '',
          room: '101',
          scanned_at: clock.now(),
          received_at: clock.now(),
          staff_code: 'T2001',
          verified: true,
        })
        .execute()
  }
  return rows.map(({ code }) => code)
}

/** Sends a message as the office; returns whom it is for, and for whom it waits to be delivered. */
async function tell(audience: Audience, seen: number): Promise<string[]> {
  const { db } = backend
  await db.deleteFrom('notice').execute()
  const { send } = studentMessages
  const { body } = await office.post(
    send.path,
    Object(
      send.input.encode({
        title: '通知',
        content: '请查看',
        titleEn: '',
        contentEn: '',
        audience,
        important: true,
        seen,
      }),
    ),
  )
  expect([body.code === '0', JSON.stringify(body)]).toEqual([seen > 0, expect.anything()])
  const [told, queued] = await Promise.all(
    (['notice_recipient', 'message_delivery'] as const).map((table) =>
      db.selectFrom(table).select('student_code').orderBy('student_code').execute(),
    ),
  )
  expect(queued).toEqual(told)
  return told?.map(({ student_code: code }) => code) ?? []
}

test(
  'whatever audience is chosen, the students who are told are those that it names and that the sender may reach, and nobody else',
  () =>
    runProperty<Choice>({
      name: 'audiences',
      runs: choice,
      describeRun: ({ students, audience, scope }) => [
        JSON.stringify(audience),
        JSON.stringify(scope),
        ...students.map((one) => JSON.stringify(one)),
      ],
      check: async (one, { recordEvent, recordTrace }) => {
        const codes = await storeStudents(one.students)
        const meant = codes.filter((_, nth) => {
          const student = one.students[nth]
          return student !== undefined && isMeant(student, one)
        })
        const found = await findAudienceCodes(backend.db, {
          audience: one.audience,
          scope: one.scope,
          now: backend.clock.now(),
        })
        expect(found).toEqual(meant.toSorted())
        if (one.scope === 'all') expect(await tell(one.audience, meant.length)).toEqual(found)
        recordEvent(
          one.scope === 'all' ? 'the office' : 'a counsellor or supervisor',
          found.length === 0 ? 'nobody' : found.length === codes.length ? 'everybody' : 'some',
        )
        recordTrace(meant.map((code) => codes.indexOf(code)))
      },
    }),
  PROPERTY_TIMEOUT_MS,
)
