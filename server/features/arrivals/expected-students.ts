import { sql } from 'kysely'
import { type ArrivalFilter, NO_BED_FILTER } from '#contract/arrivals'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { isInClasses } from '../../platform/database/queries/class-names.ts'
import { selectEntryYear } from '../../platform/database/queries/entry-year.ts'
import type { HandlerRequest } from '../../platform/http/handler.ts'
import { listActiveCallerRoles } from '../../platform/http/permissions.ts'
import { findBuildingsOfSupervisor } from '../checkin/public.ts'

/** The buildings whose arrivals a staff member is allowed to see. */
export type BuildingScope = readonly string[] | 'all'

/** Finds the buildings of a staff member: a supervisor's own buildings, or 'all' for the office. */
export async function findBuildingScope({
  caller,
  tools,
  db,
}: HandlerRequest<unknown>): Promise<BuildingScope> {
  if (caller.role !== 'staff') return []
  const parts = listActiveCallerRoles(caller, tools.settings)
  return parts.some((part) => ROLES_FOR_ALL_BUILDINGS.has(part))
    ? 'all'
    : findBuildingsOfSupervisor(db, caller.staff.code)
}

const ROLES_FOR_ALL_BUILDINGS: ReadonlySet<string> = new Set([
  'administrator',
  'admissions',
  'dorm-office',
])

/** The filter of expected students. */
export interface ExpectedStudentsParams extends ArrivalFilter {
  readonly buildingScope: BuildingScope
  /** Only students of these classes; absent for all. */
  readonly classes?: readonly string[] | undefined
  readonly now: Date
  /** Whether to include withdrawn students, whose payments and applications remain relevant. */
  readonly includeWithdrawn?: boolean
}

/**
 * Selects the expected students, one row for each, with the bed and the arrival if there is one.
 * Withdrawn students are included only with `includeWithdrawn`.
 */
export const selectExpectedStudents = (
  db: Db,
  {
    buildingScope,
    classes,
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
    .$if(cohort === 'new', (query) => query.where(isNewStudentIn(toChinaYear(now))))
    .$if(department !== '', (query) => query.where('student.department', '=', department))
    .$if(building !== '', (query) =>
      building === NO_BED_FILTER
        ? query.where('place.student_code', 'is', null)
        : query.where('place.building', '=', building),
    )
    .$if(classes !== undefined, (query) => query.where(isInClasses(classes ?? [])))
    .$if(buildingScope !== 'all', (query) =>
      query.where(sql<boolean>`place.building = any(${buildingScope}::text[])`),
    )

/** Whether a student entered in this year. */
const isNewStudentIn = (year: number) => sql<boolean>`${selectEntryYear()} = ${String(year)}`
