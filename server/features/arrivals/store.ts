import { sql } from 'kysely'
import type { ArrivalState } from '#contract/arrivals'
import type { Db } from '../../platform/database/db.ts'
import { selectAbsence } from '../late-arrivals/public.ts'
import {
  selectExpectedStudents,
  type BuildingScope,
  type ExpectedStudentsParams,
} from './expected-students.ts'

/** Finds the departments that have students, and those buildings of this scope that have rooms. */
export async function findArrivalFilterChoices(db: Db, buildingScope: BuildingScope) {
  const departments = await db
    .selectFrom('student')
    .select('department as name')
    .distinct()
    .where('withdrawn_at', 'is', null)
    .orderBy('name')
    .execute()
  const buildings = await db
    .selectFrom('dorm_place')
    .select('building as name')
    .distinct()
    .$if(buildingScope !== 'all', (query) =>
      query.where(sql<boolean>`building = any(${buildingScope}::text[])`),
    )
    .orderBy('name')
    .execute()
  return {
    departments: departments.map(({ name }) => name),
    buildings: buildings.map(({ name }) => name),
  }
}

/** Lists expected students by code, after a cursor. */
export const findExpectedStudents = (
  db: Db,
  {
    state,
    after,
    most,
    ...wanted
  }: ExpectedStudentsParams & { state: ArrivalState; after: string; most: number },
) =>
  selectExpectedStudents(db, wanted)
    .leftJoin('staff', 'staff.code', 'arrival.staff_code')
    .leftJoin('staff as bringer', 'bringer.code', 'arrival.delivered_by')
    .select((e) => [
      'student.code as student',
      e.fn.coalesce('student.number', 'student.exam_number', e.val('')).as('number'),
      'student.name',
      'student.department',
      e.fn.coalesce('place.building', e.val('')).as('building'),
      e.fn.coalesce('place.room', e.val('')).as('room'),
      e.fn.coalesce('place.bed', e.val('')).as('bed'),
      'scanned_at',
      e.fn.coalesce('staff.name', e.val('')).as('confirmedBy'),
      'bringer.name as delivered_by',
      'verified',
      selectAbsence.as('absence'),
    ])
    .where('student.code', '>', after)
    .$if(state === 'missing', (query) => query.where('arrival.id', 'is', null))
    .$if(state !== 'missing', (query) => query.where('arrival.id', 'is not', null))
    .$if(state === 'unverified', (query) => query.where('arrival.verified', '=', false))
    .orderBy('student.code')
    .limit(most)
    .execute()

/**
 * Finds the phone numbers of these students. A student who does not live in a building of this
 * scope is left out.
 */
export const findPhoneNumbers = (
  db: Db,
  { students, buildingScope }: { students: readonly string[]; buildingScope: BuildingScope },
) =>
  db
    .selectFrom('student')
    .leftJoin('dorm_place as place', 'place.student_code', 'student.code')
    .select(['student.code as student', 'student.phone'])
    .where(sql<boolean>`student.code = any(${students}::text[])`)
    .$if(buildingScope !== 'all', (query) =>
      query.where(sql<boolean>`place.building = any(${buildingScope}::text[])`),
    )
    .execute()
