import { sql } from 'kysely'
import { NO_BED_FILTER } from '#contract/arrivals'
import type { Audience } from '#contract/audiences'
import { toChinaYear } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { isInClasses } from '../../platform/database/queries/class-names.ts'
import { selectExpectedStudents } from '../arrivals/public.ts'
import { meetsConditions } from '../campus-form-audience/public.ts'
import type { AudienceScope } from './audience-scope.ts'
import { allStudents, selectStudentSteps } from './select-student-steps.ts'

/** An audience, and the students whom its sender may reach. */
export interface AudienceParams {
  readonly audience: Audience
  readonly scope: AudienceScope
  readonly now: Date
}

const DORMITORY = 'dormitory'

/**
 * Selects the students of an audience, one row for each, as `student`. Every count, preview and
 * list of recipients is made from this query. Withdrawn students are in no audience.
 */
export const selectAudience = (db: Db, { audience, scope, now }: AudienceParams) => {
  const { cohort, levels, colleges, majors, classes, buildings, station, step, list } = audience
  const wasRecorded =
    station === DORMITORY
      ? sql<boolean>`arrival.id is not null`
      : sql<boolean>`exists (select from station_visit as visit where visit.student_code = student.code
          and visit.station_id = ${station} and visit.removed_at is null)`
  return selectExpectedStudents(db, allStudents(now))
    .$if(scope !== 'all', (query) =>
      query.where((e) => {
        const { classes: own, buildings: kept } =
          scope === 'all' ? { classes: [], buildings: [] } : scope
        return e.or([isInClasses(own), sql<boolean>`place.building = any(${kept}::text[])`])
      }),
    )
    .where(
      meetsConditions(
        {
          levels: sql`${levels}::text[]`,
          colleges: sql`${colleges}::text[]`,
          cohort: sql`${cohort}::text`,
        },
        String(toChinaYear(now)),
      ),
    )
    .$if(majors.length > 0, (query) =>
      query.where(sql<boolean>`student.major = any(${majors}::text[])`),
    )
    .$if(classes.length > 0, (query) => query.where(isInClasses(classes)))
    .$if(buildings.length > 0, (query) =>
      query.where(
        sql<boolean>`coalesce(place.building, ${NO_BED_FILTER}) = any(${buildings}::text[])`,
      ),
    )
    .$if(station !== '', (query) =>
      query.where(
        audience.stationState === 'recorded' ? wasRecorded : sql<boolean>`not (${wasRecorded})`,
      ),
    )
    .$if(step !== '', (query) =>
      query.where(
        'student.code',
        'in',
        selectStudentSteps(db, allStudents(now))
          .where('step.id', '=', Number(step))
          .where('done.step_id', audience.stepState === 'done' ? 'is not' : 'is', null)
          .select('student.code'),
      ),
    )
    .$if(list !== '', (query) =>
      query.where(
        'student.code',
        'in',
        db.selectFrom('student_list_member').select('student_code').where('list_id', '=', list),
      ),
    )
}

/** Finds the codes of the students of an audience, in order. */
export async function findAudienceCodes(db: Db, wanted: AudienceParams): Promise<string[]> {
  const rows = await selectAudience(db, wanted)
    .select('student.code')
    .orderBy('student.code')
    .execute()
  return rows.map(({ code }) => code)
}
