import type pg from 'pg'
import { withMigrationLock } from '../migrations/migration-lock.ts'
import type { ColumnRule } from './column-rule.ts'
import { columnRules, rowRules } from './column-rules.ts'

/** A rule as a check constraint of a table. */
interface TableConstraint {
  readonly table: string
  readonly name: string
  readonly sql: string
  readonly says: string
}

const ofColumns: Readonly<Record<string, Readonly<Record<string, ColumnRule>>>> = columnRules

/** All rules as check constraints. */
export const tableConstraints: readonly TableConstraint[] = [
  ...Object.entries(ofColumns).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, rule]) => ({
      table,
      name: `${table}_${column}_rule`,
      sql: rule.sql(column),
      says: `${column} is ${rule.description}`,
    })),
  ),
  ...rowRules.map((rule) => ({ ...rule, name: `${rule.table}_${rule.name}_rule` })),
]

const CHECK_VIOLATION = '23514'

/**
 * Adds the constraints that are new or have changed, and drops those that no longer exist. A rule
 * that existing rows violate is not added, because a constraint that is not validated would reject
 * every later update of those rows. The next start tries to add it again. Returns a sentence for
 * each such rule.
 */
export async function syncConstraints(client: pg.Client): Promise<string[]> {
  const standing = await findExistingConstraints(client)
  const known = new Set(tableConstraints.map(({ name }) => name))
  for (const [name, { table }] of standing)
    if (!known.has(name))
      await client.query(`alter table ${table} drop constraint if exists ${name}`)
  const sentences: string[] = []
  for (const rule of tableConstraints) {
    if (isInForce(rule, standing.get(rule.name))) continue
    const broken = await addConstraint(client, rule)
    if (broken !== undefined) sentences.push(broken)
  }
  return sentences
}

/** An existing check constraint. `checked`: whether the constraint is validated. */
interface ExistingConstraint {
  readonly table: string
  readonly sql: string | null
  readonly checked: boolean
}

const isInForce = ({ sql }: TableConstraint, standing: ExistingConstraint | undefined) =>
  standing?.checked === true && standing.sql === sql

async function findExistingConstraints(
  client: pg.Client,
): Promise<Map<string, ExistingConstraint>> {
  const { rows } = await client.query<ExistingConstraint & { name: string }>(
    `select conrelid::regclass::text as table, conname as name, convalidated as checked,
       obj_description(oid, 'pg_constraint') as sql
     from pg_constraint where contype = 'c' and conname like '%\\_rule'`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

// The constraint is validated in a second transaction, so that a large table is not locked while
// its rows are read. Another process sees a constraint that is not yet validated, and can complete
// it.
async function addConstraint(
  client: pg.Client,
  rule: TableConstraint,
): Promise<string | undefined> {
  const { table, name, sql, says } = rule
  const tale = (n: number | string) =>
    `The table ${table} has ${n} rows that break a rule (${says}). The rule is not in force until they are mended and the backend is started again: select * from ${table} where not (${sql})`
  const count = await withMigrationLock(client, async () => {
    if ((await findExistingConstraints(client)).get(name)?.sql === sql) return 0
    await client.query(`alter table ${table} drop constraint if exists ${name}`)
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${table} where not (${sql})`,
    )
    const broken = rows[0]?.count ?? 0
    if (broken > 0) return broken
    await client.query(`alter table ${table} add constraint ${name} check (${sql}) not valid`)
    await client.query(
      `comment on constraint ${name} on ${table} is '${sql.replaceAll("'", "''")}'`,
    )
    return 0
  })
  if (count > 0) return tale(count)
  try {
    await withMigrationLock(client, async () => {
      const now = (await findExistingConstraints(client)).get(name)
      if (now !== undefined && !now.checked)
        await client.query(`alter table ${table} validate constraint ${name}`)
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === CHECK_VIOLATION)) throw error
    await client.query(`alter table ${table} drop constraint if exists ${name}`)
    return tale('some')
  }
  return undefined
}
