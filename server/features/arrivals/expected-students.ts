import { sql } from 'kysely'
import type { StudentFilter } from '#contract/arrivals'
import { chinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { partsOf } from '../../platform/http/permissions.ts'
import { buildingsOf } from '../checkin/public.ts'

/** The buildings whose arrivals somebody may see. */
export type BuildingScope = readonly string[] | 'all'

/** A supervisor sees the own buildings, the office all. */
export async function findBuildingScope({
  caller,
  tools,
  db,
}: HandlerRequest<unknown>): Promise<BuildingScope> {
  if (caller.role !== 'staff') return []
  const parts = partsOf(caller, tools.settings)
  return parts.some((part) => ROLES_FOR_ALL_BUILDINGS.has(part))
    ? 'all'
    : buildingsOf(db, caller.staff.code)
}

const ROLES_FOR_ALL_BUILDINGS: ReadonlySet<string> = new Set([
  'administrator',
  'admissions',
  'dorm-office',
])

/** Whose arrival is looked at. */
export interface ExpectedStudentsParams extends StudentFilter {
  readonly buildingScope: BuildingScope
  readonly now: Date
  /** What somebody paid or applied for stays in the books, withdrawn or not. */
  readonly includeWithdrawn?: boolean
}

/**
 * Who is expected, one row each, with their bed and their arrival where there is one. Nobody waits
 * for who has withdrawn, unless they are asked for too.
 */
export const selectExpectedStudents = (
  db: Db,
  {
    buildingScope,
    cohort,
    department,
    building,
    now,
    includeWithdrawn = false,
  }: ExpectedStudentsParams,
) =>
  db
    .selectFrom('student')
    .leftJoin('dorm_place as place', 'place.student_code', 'student.code')
    .leftJoin('arrival', (join) =>
      join.onRef('arrival.student_code', '=', 'student.code').on('arrival.removed_at', 'is', null),
    )
    .$if(!includeWithdrawn, (query) => query.where('student.withdrawn_at', 'is', null))
    .$if(cohort === 'new', (query) => query.where(isNew(chinaYear(now))))
    .$if(department !== '', (query) => query.where('student.department', '=', department))
    .$if(building !== '', (query) => query.where('place.building', '=', building))
    .$if(buildingScope !== 'all', (query) =>
      query.where(sql<boolean>`place.building = any(${buildingScope}::text[])`),
    )

// The rule of `isNewStudent` for the database (D-28).
const isNew = (year: number) =>
  sql<boolean>`left(coalesce(nullif(student.entry_year, ''), student.grade), 4) = ${String(year)}`
