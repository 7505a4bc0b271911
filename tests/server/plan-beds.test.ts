import { describe, expect, test } from 'vitest'
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
