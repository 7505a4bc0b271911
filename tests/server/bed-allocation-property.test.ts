import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BedPlan,
  planBeds,
  type PlanRoom,
  type PlanStudent,
} from '#server/features/bed-allocation/plan-beds'
import { PROPERTY_TIMEOUT_MS, runProperty } from '../support/properties/property-run.ts'

/** A small campus, with few values of each kind, so that students and rooms often match. */
interface Campus {
  readonly students: readonly PlanStudent[]
  readonly rooms: readonly PlanRoom[]
  readonly seed: number
}

const gender = fc.constantFrom('1', '2')
const department = fc.constantFrom('文', '理', '医')
const level = fc.constantFrom('1', '2')
const type = fc.constantFrom('二人间', '四人间')

const campus: fc.Arbitrary<Campus> = fc
  .record({
    students: fc.array(
      fc.record({
        gender,
        level,
        department,
        className: fc.constantFrom('一班', '二班'),
        type: fc.option(type),
        isAccessibleNeeded: fc.boolean(),
      }),
      { maxLength: 14 },
    ),
    rooms: fc.array(
      fc.record({
        building: fc.constantFrom('东楼', '西楼'),
        type,
        gender: fc.option(gender),
        departments: fc.uniqueArray(department, { maxLength: 2 }),
        level: fc.option(level),
        isAccessible: fc.boolean(),
        beds: fc.integer({ min: 1, max: 4 }),
      }),
      { maxLength: 6 },
    ),
    seed: fc.nat(999_999),
  })
  .map(({ students, rooms, seed }) => ({
    seed,
    students: students.map((one, at) => ({ code: `S${at}`, ...one })),
    rooms: rooms.map(({ beds, ...one }, at) => ({
      room: `${101 + at}`,
      floor: '1',
      classes: [],
      freeBeds: Array.from({ length: beds }, (_, bed) => `${bed + 1}`),
      ...one,
    })),
  }))

/** Whether a student may live in a room, apart from the gender of its other residents. */
const isAllowed = (student: PlanStudent, room: PlanRoom): boolean =>
  (room.gender === null || room.gender === student.gender) &&
  (room.departments.length === 0 || room.departments.includes(student.department)) &&
  (room.level === null || room.level === student.level) &&
  (student.type === null || student.type === room.type) &&
  (!student.isAccessibleNeeded || room.isAccessible)

/** The largest number of students that can have a bed, by trying each gender for each mixed room. */
function countMost(students: readonly PlanStudent[], rooms: readonly PlanRoom[]): number {
  const mixed = rooms.findIndex((room) => room.gender === null)
  if (mixed >= 0)
    return Math.max(
      ...['1', '2'].map((one) =>
        countMost(students, rooms.with(mixed, withGender(rooms, mixed, one))),
      ),
    )
  // A matching that is enlarged along augmenting paths is a largest one (Kuhn).
  const beds = rooms.flatMap((room) => room.freeBeds.map(() => room))
  const owner = new Map<number, PlanStudent>()
  const place = (student: PlanStudent, tried: Set<number>): boolean =>
    beds.some((room, bed) => {
      if (tried.has(bed) || !isAllowed(student, room)) return false
      tried.add(bed)
      const other = owner.get(bed)
      if (other !== undefined && !place(other, tried)) return false
      owner.set(bed, student)
      return true
    })
  return students.filter((student) => place(student, new Set())).length
}

function withGender(rooms: readonly PlanRoom[], at: number, one: string): PlanRoom {
  const room = rooms[at]
  if (room === undefined) throw new Error('There is no such room.')
  return { ...room, gender: one }
}

function checkRules({ students, rooms }: Campus, { places, unplaced }: BedPlan): void {
  expect([...places, ...unplaced].map(({ student }) => student).toSorted()).toEqual(
    students.map(({ code }) => code).toSorted(),
  )
  const beds = places.map(({ room, bed }) => `${room}-${bed}`)
  expect(new Set(beds).size).toBe(beds.length)
  const residents = new Map<string, Set<string>>()
  for (const place of places) {
    const student = students.find(({ code }) => code === place.student)
    const room = rooms.find((one) => one.building === place.building && one.room === place.room)
    if (student === undefined || room === undefined) throw new Error('There is no such bed.')
    expect(room.freeBeds).toContain(place.bed)
    expect([student, room, isAllowed(student, room)]).toEqual([student, room, true])
    residents.set(room.room, (residents.get(room.room) ?? new Set()).add(student.gender))
  }
  for (const [room, genders] of residents) expect([room, genders.size]).toEqual([room, 1])
}

test(
  'of any campus each bed is given once and every rule is kept, as many students as possible have a bed, and the same seed gives the same plan',
  () =>
    runProperty<Campus>({
      name: 'bed-allocation',
      runs: campus,
      describeRun: ({ students, rooms, seed }) => [
        `seed ${seed}`,
        ...students.map((one) => JSON.stringify(one)),
        ...rooms.map((one) => JSON.stringify(one)),
      ],
      check: async (one, { recordEvent, recordTrace }) => {
        const input = {
          students: [...one.students],
          rooms: [...one.rooms],
          promised: [],
          seed: one.seed,
        }
        const plan = await planBeds(input)
        checkRules(one, plan)
        // Who has chosen a type and has no bed leaves one of this type free.
        const left = one.students.filter(
          ({ code, type: chosen }) =>
            chosen !== null && plan.unplaced.some(({ student }) => student === code),
        )
        const most = countMost(one.students, one.rooms)
        expect(plan.places.length).toBeLessThanOrEqual(most)
        expect(plan.places.length).toBeGreaterThanOrEqual(most - left.length)
        expect(plan.figures.placed).toBe(plan.places.length)
        expect(plan.isRepeatable).toBe(true)
        expect(await planBeds(input)).toEqual(plan)
        recordEvent(
          one.rooms.some((room) => room.gender === null)
            ? 'rooms without a gender'
            : 'all rooms have a gender',
          plan.unplaced.length > 0 ? 'some without a bed' : 'all have a bed',
        )
        recordTrace(plan.places)
      },
    }),
  PROPERTY_TIMEOUT_MS,
)
