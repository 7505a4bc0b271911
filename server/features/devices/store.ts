import { sql } from 'kysely'
import type { SupervisorDevice } from '#contract/devices'
import { addSeconds, DAY_SECONDS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { nameStartsWith } from '../../platform/database/queries/person-search.ts'

const DISUSE_SECONDS = 30 * DAY_SECONDS

/** Lists the active sessions of supervisors, the most recently used first. */
export async function findRosterDevices(
  db: Db,
  { find, offset, most, now }: { find: string; offset: number; most: number; now: Date },
): Promise<SupervisorDevice[]> {
  const rows = await selectActiveSessions(db, now)
    .innerJoin('staff', 'staff.code', 'session.code')
    .select(['session.device_id as id', 'session.code', 'staff.name', 'created_at', 'used_at'])
    .select((e) =>
      e
        .selectFrom('staff_building')
        .select(sql<string[]>`array_agg(building order by building)`.as('buildings'))
        .whereRef('staff_building.staff_code', '=', 'session.code')
        .as('buildings'),
    )
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e('session.code', 'in', [find, find.toUpperCase()]),
          nameStartsWith('staff.name', find),
        ]),
      ),
    )
    .orderBy('used_at', 'desc')
    .orderBy('session.device_id')
    .offset(offset)
    .limit(most)
    .execute()
  return rows.map(({ created_at: since, used_at: usedAt, buildings, ...row }) => ({
    ...row,
    buildings: buildings ?? [],
    since: since.toISOString(),
    heardAt: usedAt.toISOString(),
  }))
}

/**
 * Whether this is an active session of a supervisor. Other sessions cannot be ended by these calls.
 */
export const isRosterDevice = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await selectActiveSessions(db, now)
    .select('session.device_id')
    .where('session.device_id', '=', id)
    .executeTakeFirst()) !== undefined

const selectActiveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('session')
    .where('session.role', '=', 'staff')
    .where('session.ended_at', 'is', null)
    .where('session.used_at', '>', addSeconds(now, -DISUSE_SECONDS))
    .where('session.code', 'in', (e) => e.selectFrom('staff_building').select('staff_code'))
