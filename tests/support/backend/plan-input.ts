import {
  planBeds,
  type PlanRoom,
  type PlanStudent,
} from '#server/features/bed-allocation/plan-beds'

/** A student without a bed: a woman of 甲1班 who has not chosen a type. */
export const student = (code: string, more: Partial<PlanStudent> = {}): PlanStudent => ({
  code,
  gender: '2',
  level: '2',
  department: '甲',
  className: '甲1班',
  type: null,
  isAccessibleNeeded: false,
  ...more,
})

/** A room of four free beds for women, which is kept for nobody. */
export const room = (name: string, more: Partial<PlanRoom> = {}): PlanRoom => ({
  building: '1号楼',
  room: name,
  floor: name.slice(0, -2),
  type: '四人间',
  gender: '2',
  departments: [],
  level: null,
  isAccessible: false,
  freeBeds: ['1', '2', '3', '4'],
  classes: [],
  ...more,
})

/** Plan beds with the seed 1. */
export const plan = (students: PlanStudent[], rooms: PlanRoom[], more = {}) =>
  planBeds({ students, rooms, promised: [], seed: 1, ...more })

/** Students who differ only in their codes. */
export const many = (count: number, name: string, more: Partial<PlanStudent> = {}) =>
  Array.from({ length: count }, (_, at) => student(`${name}${at}`, more))
