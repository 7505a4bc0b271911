import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  BedPlan,
  classKeyOf,
  planBeds,
  PlanInput,
  type PlanRoom,
  type PlanStudent,
} from '#server/features/bed-allocation/plan-beds'
import { many, plan, room, student } from '../support/backend/plan-input.ts'

describe('a plan', () => {
  test('puts class mates into the same rooms and each bed is given once', async () => {
    const students = ['甲1班', '甲2班', '甲3班'].flatMap((className) =>
      many(8, className, { className }),
    )
    const rooms = Array.from({ length: 6 }, (_, at) => room(`${101 + at}`))
    const { places, unplaced, figures } = await plan(students, rooms)
    expect(unplaced).toEqual([])
    expect(new Set(places.map((one) => `${one.room} ${one.bed}`)).size).toBe(24)
    expect(figures).toMatchObject({ placed: 24, classes: 3, splitClasses: 0, alone: 0 })
    const classesOf = (name: string) =>
      new Set(places.filter((one) => one.room === name).map((one) => one.student.slice(0, 3)))
    expect(rooms.map((one) => classesOf(one.room).size)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('keeps gender, level, college, confirmed type and accessible need, and says what is missing', async () => {
    const students = [
      student('man', { gender: '1' }),
      student('doctor', { level: '1' }),
      student('other college', { department: '乙' }),
      student('six beds', { type: '六人间' }),
      student('needs', { isAccessibleNeeded: true }),
      student('fits'),
    ]
    const rooms = [room('101', { level: '2', departments: ['甲'], freeBeds: ['1'] })]
    const { places, unplaced } = await plan(students, rooms)
    expect(places.map((one) => one.student)).toEqual(['fits'])
    expect(Object.fromEntries(unplaced.map((one) => [one.student, one.reason]))).toEqual({
      man: 'gender',
      doctor: 'level',
      'other college': 'department',
      'six beds': 'type',
      needs: 'accessible',
    })
  })

  test('gives as many students as possible a bed, where first come first served would not', async () => {
    // Only the first room takes 乙, so 甲 has to take the second.
    const students = [...many(4, '甲'), ...many(4, '乙', { department: '乙', className: '乙1班' })]
    const rooms = [room('101'), room('102', { departments: ['甲'] })]
    expect((await plan(students, rooms)).figures.placed).toBe(8)
  })

  test('leaves accessible rooms to those who need them while other beds are free', async () => {
    const rooms = [room('101', { isAccessible: true }), room('102')]
    const { places } = await plan(
      [...many(4, 's'), student('n', { isAccessibleNeeded: true })],
      rooms,
    )
    expect(places.filter((one) => one.room === '101').map((one) => one.student)).toEqual(['n'])
  })

  test('decides for an empty room without a gender whether men or women live in it', async () => {
    const students = [...many(5, 'w'), ...many(3, 'm', { gender: '1' })]
    const rooms = ['101', '102', '103'].map((name) => room(name, { gender: null }))
    const { places, figures } = await plan(students, rooms)
    expect(figures.placed).toBe(8)
    for (const { room: name } of rooms)
      expect(
        new Set(places.filter((one) => one.room === name).map((one) => one.student[0])).size,
      ).toBe(1)
  })

  test('leaves beds of a type to students who have chosen it and are planned later', async () => {
    const rooms = [room('101')]
    const promised = [{ type: '四人间', gender: '2', students: 3 }]
    const { figures, unplaced } = await plan(many(4, 's'), rooms, { promised })
    expect(figures.placed).toBe(1)
    expect(new Set(unplaced.map((one) => one.reason))).toEqual(new Set(['kept']))
    const chosen = many(4, 's', { type: '四人间' })
    expect((await plan(chosen, rooms, { promised })).figures.placed).toBe(4)
  })

  test('keeps two classes of one name apart if they belong to two colleges', async () => {
    const students = ['甲', '乙'].flatMap((department) =>
      many(2, department, { department, className: '1班' }),
    )
    const rooms = ['101', '102'].map((name) => room(name, { freeBeds: ['1', '2'] }))
    const { places, figures } = await plan(students, rooms)
    expect(figures).toMatchObject({ placed: 4, classes: 2, alone: 0 })
    for (const { room: name } of rooms)
      expect(
        new Set(places.filter((one) => one.room === name).map((one) => one.student[0])).size,
      ).toBe(1)
  })

  test('is the same for the same seed, and another one for another seed', async () => {
    const students = Array.from({ length: 60 }, (_, at) =>
      student(`s${at}`, { department: `d${at % 5}`, className: `c${at % 10}` }),
    )
    const rooms = Array.from({ length: 16 }, (_, at) => room(`${(at % 4) + 1}0${at}`))
    const first = await plan(students, rooms)
    expect(await plan([...students].reverse(), [...rooms].reverse())).toEqual(first)
    expect((await plan(students, rooms, { seed: 2 })).places).not.toEqual(first.places)
  })
})

/** The room of each student, as `building room`. */
const roomOf = ({ places }: BedPlan) =>
  Object.fromEntries(places.map((one) => [one.student, `${one.building} ${one.room}`]))
const inRoom = (found: BedPlan, name: string) =>
  found.places
    .filter((one) => one.room === name)
    .map((one) => one.student)
    .toSorted()
const reasons = ({ unplaced }: BedPlan) =>
  Object.fromEntries(unplaced.map((one) => [one.student, one.reason]))

describe('who has no bed', () => {
  test('is told the first criterion that leaves no room, in their order', async () => {
    expect(reasons(await plan([student('s')], []))).toEqual({ s: 'gender' })
    const rooms = [
      room('101', { gender: '1' }),
      room('102', { type: '六人间', level: '1' }),
      room('103', { level: '1', departments: ['乙'] }),
      room('104', { departments: ['乙', '丙'], isAccessible: true, freeBeds: ['1'] }),
    ]
    const found = await plan(
      [
        student('type', { type: '一人间' }),
        student('level', { type: '四人间', level: '3', department: '丁' }),
        student('department', { department: '丁' }),
        student('accessible', { level: '1', department: '乙', isAccessibleNeeded: true }),
      ],
      [...rooms.slice(0, 3), room('105', { departments: ['丙'] })],
    )
    expect(reasons(found)).toEqual({
      type: 'type',
      level: 'department',
      department: 'department',
      accessible: 'accessible',
    })
    expect(
      reasons(await plan([student('s', { level: '3', type: '四人间' })], [rooms[2] ?? room('1')])),
    ).toEqual({ s: 'level' })
  })

  test('is told that all beds are taken, or kept for those who have chosen their type', async () => {
    const full = await plan(many(5, 's'), [room('101')])
    expect([full.places.length, Object.values(reasons(full))]).toEqual([4, ['full']])
    const two = { freeBeds: ['1', '2'] }
    const promised = [{ type: '四人间', gender: '2', students: 1 }]
    const kept = await plan([student('a'), student('b')], [room('101', two)], { promised })
    expect([kept.places.length, Object.values(reasons(kept))]).toEqual([1, ['kept']])
    const chosen = await plan(many(3, 's', { type: '四人间' }), [room('101', two)], { promised })
    expect([chosen.places.length, Object.values(reasons(chosen))]).toEqual([2, ['full']])
  })

  test('is told so whatever is given elsewhere, and beds are kept only in rooms of the type', async () => {
    const promised = [{ type: '四人间', gender: '2', students: 1 }]
    const kept = await plan(
      [...many(4, 'm', { gender: '1' }), student('a'), student('b')],
      [room('101', { freeBeds: ['1', '2'] }), room('201', { gender: '1' })],
      { promised },
    )
    expect([kept.places.length, Object.values(reasons(kept))]).toEqual([5, ['kept']])
    const one = { freeBeds: ['1'] }
    const types = [room('101', one), room('102', { ...one, type: '二人间' })]
    expect((await plan(many(2, 's'), types, { promised })).places).toMatchObject([{ room: '102' }])
    const chosen = [student('c', { type: '四人间' }), ...many(2, 's')]
    const three = [room('101', { freeBeds: ['1', '2', '3'] })]
    expect((await plan(chosen, three, { promised })).places).toHaveLength(2)
  })

  test('comes after those who have chosen, also where the gender of a room is open', async () => {
    const found = await plan(
      [student('man', { gender: '1' }), student('chosen', { type: '四人间' })],
      [room('101', { gender: null, freeBeds: ['1'] })],
    )
    expect(roomOf(found)).toEqual({ chosen: '1号楼 101' })
  })

  test('does not wait for students of another type or gender', async () => {
    for (const other of [
      { type: '二人间', gender: '2' },
      { type: '四人间', gender: '1' },
    ])
      expect(
        (await plan(many(4, 's'), [room('101')], { promised: [{ ...other, students: 4 }] })).places,
      ).toHaveLength(4)
  })

  test('comes after those who need an accessible room', async () => {
    const one = room('101', { isAccessible: true, freeBeds: ['1'] })
    const type = '四人间'
    const found = await plan(
      [student('s', { type }), student('n', { type, isAccessibleNeeded: true })],
      [one],
    )
    expect([roomOf(found), reasons(found)]).toEqual([{ n: '1号楼 101' }, { s: 'full' }])
  })
})

describe('who lives where', () => {
  test('students live in the rooms that are kept for their college or level', async () => {
    const college = await plan(many(4, 's'), [room('101'), room('102', { departments: ['甲'] })])
    expect(inRoom(college, '102')).toHaveLength(4)
    const level = await plan(many(4, 's'), [room('101'), room('102', { level: '2' })])
    expect(inRoom(level, '102')).toHaveLength(4)
    for (const kept of [{ departments: ['甲'] }, { level: '2' }])
      expect(
        inRoom(await plan(many(4, 's'), [room('101', kept), room('102')]), '101'),
      ).toHaveLength(4)
  })

  test('rooms are filled in the order of their numbers, building by building and floor by floor', async () => {
    const rooms = [
      room('1001', { building: '2号楼' }),
      room('201', { building: '10号楼' }),
      room('202', { building: '2号楼' }),
      room('201', { building: '2号楼' }),
    ]
    const classes = ['1班', '2班', '3班', '10班'].flatMap((className) =>
      many(4, className, { className }),
    )
    const found = await plan(classes, rooms)
    expect(
      Object.fromEntries(
        ['1班', '2班', '3班', '10班'].map((name) => [name, roomOf(found)[`${name}0`]]),
      ),
    ).toEqual({
      '1班': '2号楼 201',
      '2班': '2号楼 202',
      '3班': '2号楼 1001',
      '10班': '10号楼 201',
    })
    expect(found.figures.buildings).toEqual([
      { building: '2号楼', free: 12, placed: 12 },
      { building: '10号楼', free: 4, placed: 4 },
    ])
  })

  test('a class joins class mates who live there, and then fills whole rooms', async () => {
    const own = classKeyOf({ department: '甲', className: '甲1班' })
    const found = await plan(many(6, 's'), [
      room('101', { classes: ['other'] }),
      room('102'),
      room('103', { classes: [own], freeBeds: ['3', '4'] }),
    ])
    expect(
      [inRoom(found, '101'), inRoom(found, '102'), inRoom(found, '103')].map((one) => one.length),
    ).toEqual([0, 4, 2])
    expect(found.places.filter((one) => one.room === '103').map((one) => one.bed)).toEqual([
      '3',
      '4',
    ])
  })

  test('what is left of a class has the smallest room that takes all of it', async () => {
    const found = await plan(many(6, 's'), [
      room('101'),
      room('102', { freeBeds: ['1', '2', '3'], classes: ['x'] }),
      room('103', { freeBeds: ['1', '2'], classes: ['x'] }),
    ])
    expect(['101', '102', '103'].map((name) => inRoom(found, name).length)).toEqual([4, 0, 2])
  })

  test('a class stays on one floor while beds are left over, and is divided if they are needed', async () => {
    const classes = [...many(4, 'a', { className: '1班' }), ...many(4, 'b', { className: '2班' })]
    const floor = [room('101'), room('102', { freeBeds: ['1', '2'] })]
    const loose = await plan(classes, [...floor, room('201')])
    expect(['101', '102', '201'].map((name) => inRoom(loose, name).length)).toEqual([4, 0, 4])
    expect(loose.figures).toMatchObject({ splitClasses: 0, alone: 0 })
    const tight = await plan(classes, [...floor, room('201', { freeBeds: ['1', '2'] })])
    expect(['101', '102', '201'].map((name) => inRoom(tight, name).length)).toEqual([4, 2, 2])
    expect(tight.figures).toMatchObject({ splitClasses: 1, alone: 0, classes: 2, placed: 8 })
  })

  test('the rest of a floor goes to a class of the same college that fits', async () => {
    const found = await plan(
      [
        ...many(4, 'a', { className: '1班' }),
        ...many(4, 'b', { className: '2班' }),
        ...many(2, 'c', { className: '3班' }),
      ],
      [room('101'), room('102', { freeBeds: ['1', '2'] }), room('201')],
    )
    expect(inRoom(found, '102')).toEqual(['c0', 'c1'])
    expect(found.figures.splitClasses).toBe(0)
  })

  test('of a room without a gender the first residents decide, whatever its size', async () => {
    const sizes = [1, 2, 2, 3]
    const rooms = sizes.map((size, at) =>
      room(`10${at + 1}`, {
        gender: null,
        freeBeds: Array.from({ length: size }, (_, bed) => `${bed + 1}`),
      }),
    )
    const found = await plan([...many(4, 'w'), ...many(4, 'm', { gender: '1' })], rooms)
    expect(found.places).toHaveLength(8)
    for (const { room: name } of rooms)
      expect(new Set(inRoom(found, name).map(([first]) => first)).size).toBe(1)
  })

  test('the figures count classes by gender, and who lives without class mates', async () => {
    const own = classKeyOf({ department: '甲', className: '甲1班' })
    const students = [...many(5, 'w'), student('m', { gender: '1' })]
    const figures = async (classes: string[]) =>
      (
        await plan(students, [
          room('101'),
          room('201', { freeBeds: ['1'], classes }),
          room('301', { gender: '1' }),
        ])
      ).figures
    expect(await figures([])).toMatchObject({ placed: 6, classes: 2, splitClasses: 1, alone: 1 })
    expect(await figures([own])).toMatchObject({ placed: 6, alone: 0 })
    expect((await plan([student('one')], [room('101')])).figures).toMatchObject({
      placed: 1,
      classes: 1,
      splitClasses: 0,
      alone: 0,
    })
    expect((await plan([...students, student('n', { className: '' })], [])).figures).toEqual({
      placed: 0,
      classes: 2,
      splitClasses: 0,
      alone: 0,
      buildings: [],
    })
  })

  test('the seed decides the order of the colleges and of the students of a class', async () => {
    const students = ['甲', '乙', '丙'].flatMap((department) =>
      many(2, department, { department, className: '1班' }),
    )
    const rooms = Array.from({ length: 6 }, (_, at) => room(`10${at + 1}`, { freeBeds: ['1'] }))
    const order = async (seed: number) =>
      (await plan(students, rooms, { seed })).places.map((one) => one.student).join(' ')
    expect([await order(1), await order(2), await order(999_999)]).toEqual([
      '甲0 甲1 乙0 乙1 丙1 丙0',
      '甲1 甲0 丙0 丙1 乙0 乙1',
      '乙1 乙0 甲1 甲0 丙1 丙0',
    ])
  })
})

describe('the plain rule that completes a plan without the solver', () => {
  const complete = (students: PlanStudent[], rooms: PlanRoom[], promised: object[] = []) =>
    planBeds(
      { students, rooms, promised: promised as never, seed: 1 },
      { mip_max_nodes: 0, time_limit: 0 },
    )

  test('serves those who need an accessible room first, then those who have chosen', async () => {
    const found = await complete(
      [
        student('any'),
        student('chosen', { type: '四人间' }),
        student('n', { isAccessibleNeeded: true, type: '四人间' }),
      ],
      [room('101', { isAccessible: true, freeBeds: ['1'] }), room('102', { freeBeds: ['1'] })],
    )
    expect(roomOf(found)).toEqual({ n: '1号楼 101', chosen: '1号楼 102' })
    expect(reasons(found)).toEqual({ any: 'full' })
  })

  test('leaves accessible rooms to the end, and beds of a type to those who will choose it', async () => {
    const rooms = [
      room('101', { isAccessible: true, freeBeds: ['1'] }),
      room('102', { freeBeds: ['1', '2'] }),
    ]
    const found = await complete(many(3, 's'), rooms, [
      { type: '四人间', gender: '2', students: 1 },
    ])
    expect(Object.values(roomOf(found))).toEqual(['1号楼 102', '1号楼 102'])
    expect(Object.values(reasons(found))).toEqual(['kept'])
  })

  test('keeps men and women in rooms of their own, and gives each bed once', async () => {
    const students = [...many(3, 'w'), ...many(3, 'm', { gender: '1' })]
    const rooms = ['101', '102', '103', '104'].map((name) =>
      room(name, { gender: null, freeBeds: ['1', '2'] }),
    )
    const found = await complete(students, rooms)
    expect(found.places).toHaveLength(6)
    expect(new Set(found.places.map((one) => `${one.room} ${one.bed}`)).size).toBe(6)
    for (const { room: name } of rooms)
      expect(new Set(inRoom(found, name).map(([first]) => first)).size).toBeLessThanOrEqual(1)
  })
})

test('what a thread is given and returns is checked', async () => {
  const input = { students: [student('s')], rooms: [room('101')], promised: [], seed: 1 }
  const made = await planBeds(input)
  expect([v.is(PlanInput, input), v.is(BedPlan, made), made.isRepeatable]).toEqual([
    true,
    true,
    true,
  ])
  expect((await planBeds({ ...input, rooms: [] })).isRepeatable).toBe(true)
  for (const wrong of [{ students: [{}] }, { rooms: [{}] }, { promised: [{}] }])
    expect(v.is(PlanInput, { ...input, ...wrong })).toBe(false)
  expect(v.is(PlanInput, {})).toBe(false)
  expect(v.is(BedPlan, {})).toBe(false)
  for (const wrong of [
    { places: [{}] },
    { unplaced: [{}] },
    { figures: {} },
    { figures: { ...made.figures, buildings: [{}] } },
  ])
    expect(v.is(BedPlan, { ...made, ...wrong })).toBe(false)
})
