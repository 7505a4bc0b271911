import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Houses } from './expected.ts'

/** The departments that have students, and the buildings of these houses. */
export async function findChoices(db: Db, houses: Houses) {
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
    .$if(houses !== 'all', (query) => query.where(sql<boolean>`building = any(${houses}::text[])`))
    .orderBy('name')
    .execute()
  return {
    departments: departments.map(({ name }) => name),
    buildings: buildings.map(({ name }) => name),
  }
}
