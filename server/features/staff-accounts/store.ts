import { sql } from 'kysely'
import type { StaffRole } from '#contract/roles'
import type { IssuableState, PasswordState } from '#contract/staff-accounts'
import type { Db } from '../../platform/database/db.ts'
import { nameContains } from '../../platform/database/queries/person-search.ts'
import type { StaffRow } from '../../platform/database/schema/schema.ts'

/** An account with its roles and buildings. */
export interface StaffAccountRow extends StaffRow {
  readonly given: StaffRole[]
  readonly buildings: string[]
  readonly classes: string[]
  readonly has_factor: boolean
  readonly sign_ins: number
}

const accounts = (db: Db) =>
  db
    .selectFrom('staff')
    // The accounts of other systems have a page of their own.
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('service_account')
            .select('code')
            .whereRef('service_account.code', '=', 'staff.code'),
        ),
      ),
    )
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
      sql<
        string[]
      >`array(select class_name from staff_class where staff_code = staff.code order by class_name)`.as(
        'classes',
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
    state,
    after,
    most,
    ...filter
  }: AccountFilter & { state: PasswordState | undefined; after: string; most: number },
): Promise<StaffAccountRow[]> =>
  accounts(db)
    .where('staff.code', '>', after)
    .where(matches(filter))
    .$if(state !== undefined, (query) =>
      query.where(sql<boolean>`${passwordState} = ${state ?? ''}`),
    )
    .orderBy('staff.code')
    .limit(most)
    .execute()

/** A filter of accounts. */
export interface AccountFilter {
  readonly find: string
  readonly role: string
  /** The words in a job title from which the role follows. */
  readonly postWords: readonly string[]
}

function matches({ find, role, postWords }: AccountFilter) {
  const like = `%${find.replace(/[\\%_]/g, '\\$&')}%`
  const posts = postWords.map((word) => `%${word}%`)
  return sql<boolean>`(${find} = '' or staff.code ilike ${like} or ${nameContains('staff.name', find)}
      or staff.department ilike ${like})
    and (${role} = '' or staff.post ilike any(${posts}::text[])
      or exists (select from staff_role given where given.staff_code = staff.code and given.role = ${role}))`
}

const passwordState = sql<PasswordState>`case when staff.closed_at is not null then 'closed'
  when staff.first_password_until is not null then 'first' when staff.has_password then 'own' else 'none' end`

// Staff who sign in through the university have no password and need none while they are signed in.
const canBeIssued = (state: IssuableState, except: string) =>
  sql<boolean>`${passwordState} = ${state} and staff.code <> ${except} and (staff.first_password_until is not null
    or not exists (select from session where role = 'staff' and session.code = staff.code and ended_at is null))`

/** The accounts of a filter that can get first passwords. */
export interface IssueParams extends AccountFilter {
  readonly state: IssuableState
  /** The work number of the administrator, who is left out. */
  readonly except: string
}

/** Counts the accounts that can get first passwords, and those of them with a phone number. */
export const countIssuable = (db: Db, { state, except, ...filter }: IssueParams) =>
  db
    .selectFrom('staff')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where coalesce(phone, '') <> ''))::int`.as('withPhone'),
    ])
    .where(matches(filter))
    .where(canBeIssued(state, except))
    .executeTakeFirstOrThrow()

/** Lists the accounts that can get first passwords by work number, after `after`. */
export const findIssuable = (
  db: Db,
  {
    state,
    except,
    needsPhone,
    after,
    most,
    ...filter
  }: IssueParams & { needsPhone: boolean; after: string; most: number },
) =>
  db
    .selectFrom('staff')
    .select(['code', 'name', 'department', 'phone'])
    .where('code', '>', after)
    .where(matches(filter))
    .where(canBeIssued(state, except))
    .$if(needsPhone, (query) => query.where(sql<boolean>`coalesce(phone, '') <> ''`))
    .orderBy('code')
    .limit(most)
    .execute()

/**
 * Stores first passwords, in the sequence of the work numbers. Returns the codes of the accounts
 * that could still get one.
 */
export async function storeFirstPasswords(
  db: Db,
  {
    passwords,
    until,
    state,
    except,
  }: Pick<IssueParams, 'state' | 'except'> & {
    passwords: readonly { readonly code: string; readonly hash: string }[]
    until: Date
  },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ code: string }>`
    with wanted as (
      select staff.code, given.hash from staff
      join jsonb_to_recordset(${JSON.stringify(passwords)}::jsonb) as given (code text, hash text)
        on given.code = staff.code
      where ${canBeIssued(state, except)} order by staff.code for update of staff)
    update staff set password_hash = wanted.hash, has_password = true,
      first_password_until = ${until}, first_password_used_at = null
    from wanted where staff.code = wanted.code returning staff.code`.execute(db)
  return new Set(rows.map(({ code }) => code))
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
    first_password_used_at: null
    has_password: boolean
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
      | 'first_password_used_at'
      | 'has_password'
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

/** Sets the classes of an account. */
export async function setAccountClasses(
  db: Db,
  { code, classes }: { code: string; classes: readonly string[] },
): Promise<void> {
  await db.deleteFrom('staff_class').where('staff_code', '=', code).execute()
  if (classes.length > 0)
    await db
      .insertInto('staff_class')
      .values(classes.map((name) => ({ staff_code: code, class_name: name })))
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
