import { sql } from 'kysely'
import type { StaffRole } from '#contract/roles'
import type { Db } from '../../platform/database/db.ts'
import { nameContains } from '../../platform/database/queries/person-search.ts'
import type { StaffRow } from '../../platform/database/schema/schema.ts'

/** An account with its roles and buildings. */
export interface StaffAccountRow extends StaffRow {
  readonly given: StaffRole[]
  readonly buildings: string[]
  readonly has_factor: boolean
  readonly sign_ins: number
}

const accounts = (db: Db) =>
  db
    .selectFrom('staff')
    .selectAll('staff')
    .select([
      sql<
        StaffRole[]
      >`array(select role from staff_role where staff_code = staff.code order by role)`.as('given'),
      sql<
        string[]
      >`array(select building from staff_building where staff_code = staff.code order by building)`.as(
        'buildings',
      ),
      sql<boolean>`exists(select from staff_factor where staff_code = staff.code and sealed is not null)`.as(
        'has_factor',
      ),
      sql<number>`(select count(*)::int from session where role = 'staff' and session.code = staff.code and ended_at is null)`.as(
        'sign_ins',
      ),
    ])

/**
 * Lists accounts by work number, after `after`. With `role`, lists only the accounts with this
 * role, which is assigned or follows from one of `postWords` in the job title.
 */
export const findAccounts = (
  db: Db,
  {
    find,
    role,
    postWords,
    after,
    most,
  }: { find: string; role: string; postWords: readonly string[]; after: string; most: number },
): Promise<StaffAccountRow[]> => {
  const like = `%${find.replace(/[\\%_]/g, '\\$&')}%`
  return accounts(db)
    .where('staff.code', '>', after)
    .$if(find !== '', (query) =>
      query.where((e) =>
        e.or([
          e('staff.code', 'ilike', like),
          nameContains('staff.name', find),
          e('staff.department', 'ilike', like),
        ]),
      ),
    )
    .$if(role !== '', (query) =>
      query.where((e) =>
        e.or([
          e.exists(
            e
              .selectFrom('staff_role')
              .select('role')
              .whereRef('staff_code', '=', 'staff.code')
              .where(sql`role`, '=', role),
          ),
          ...postWords.map((word) => e('staff.post', 'ilike', `%${word}%`)),
        ]),
      ),
    )
    .orderBy('staff.code')
    .limit(most)
    .execute()
}

/** Finds an account and locks it until the transaction ends. */
export const lockAccount = async (db: Db, code: string): Promise<StaffAccountRow | undefined> => {
  await db.selectFrom('staff').select('code').where('code', '=', code).forUpdate().execute()
  return findAccount(db, code)
}

/** Finds an account. */
export const findAccount = (db: Db, code: string): Promise<StaffAccountRow | undefined> =>
  accounts(db).where('staff.code', '=', code).executeTakeFirst()

/** Lists all buildings with residents or supervisors. */
export async function listAllBuildings(db: Db): Promise<string[]> {
  const { rows } = await sql<{ building: string }>`
    select building from dorm_place union select building from staff_building order by building`.execute(
    db,
  )
  return rows.map(({ building }) => building)
}

/** Inserts an account. Returns false if the account already exists. */
export async function insertAccount(
  db: Db,
  account: Pick<StaffRow, 'code' | 'name' | 'department' | 'post' | 'phone' | 'password_hash'> & {
    first_password_until: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('staff')
    .values({ ...account, id: `U${account.code}` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Changes the data of an account. */
export const updateAccount = (
  db: Db,
  code: string,
  values: Partial<
    Pick<
      StaffRow,
      | 'name'
      | 'department'
      | 'post'
      | 'phone'
      | 'closed_at'
      | 'password_hash'
      | 'first_password_until'
    >
  >,
) => db.updateTable('staff').set(values).where('code', '=', code).execute()

/** Sets the roles of an account. */
export async function setAccountRoles(
  db: Db,
  { code, roles, now }: { code: string; roles: readonly StaffRole[]; now: Date },
): Promise<void> {
  await db
    .deleteFrom('staff_role')
    .where('staff_code', '=', code)
    .$if(roles.length > 0, (query) => query.where('role', 'not in', roles))
    .execute()
  if (roles.length > 0)
    await db
      .insertInto('staff_role')
      .values(roles.map((role) => ({ staff_code: code, role, given_at: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Sets the buildings of an account. */
export async function setAccountBuildings(
  db: Db,
  { code, buildings }: { code: string; buildings: readonly string[] },
): Promise<void> {
  await db.deleteFrom('staff_building').where('staff_code', '=', code).execute()
  if (buildings.length > 0)
    await db
      .insertInto('staff_building')
      .values(buildings.map((building) => ({ staff_code: code, building })))
      .execute()
}

/**
 * Counts the other administrators who can sign in, and locks their accounts. So of two concurrent
 * removals, the second sees the first.
 */
export async function countOtherAdministrators(db: Db, code: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db)
  const { count } = await db
    .selectFrom('staff_role')
    .innerJoin('staff', 'staff.code', 'staff_role.staff_code')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('staff_role.role', '=', 'administrator')
    .where('staff.closed_at', 'is', null)
    .where('staff.code', '<>', code)
    .executeTakeFirstOrThrow()
  return Number(count)
}
