import type pg from 'pg'
import type { Rule } from './rule.ts'
import { columnRules, rowRules } from './rules.ts'

/** A rule of a table as the database knows it. */
interface Kept {
  readonly table: string
  readonly name: string
  readonly sql: string
  readonly says: string
}

const ofColumns: Readonly<Record<string, Readonly<Record<string, Rule>>>> = columnRules

/** All rules, each with the name of its constraint. */
export const keptRules: readonly Kept[] = [
  ...Object.entries(ofColumns).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, rule]) => ({
      table,
      name: `${table}_${column}_rule`,
      sql: rule.sql(column),
      says: `${column} is ${rule.says}`,
    })),
  ),
  ...rowRules.map((rule) => ({ ...rule, name: `${rule.table}_${rule.name}_rule` })),
]

const BROKEN = '23514'

/**
 * Put the rules in force that are new or have changed. One that rows of an older database break is
 * left out and tried again at the next start: as a constraint that is not validated it would refuse
 * every later change of those rows, whatever it is about. Answers a sentence for each of those.
 */
export async function keepRules(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; sql: string | null }>(
    `select conrelid::regclass::text as table, conname as name, obj_description(oid, 'pg_constraint') as sql
     from pg_constraint where contype = 'c' and conname like '%\\_rule'`,
  )
  const standing = new Map(rows.map(({ name, sql }) => [name, sql]))
  const known = new Set(keptRules.map(({ name }) => name))
  for (const { table, name } of rows)
    if (!known.has(name)) await client.query(`alter table ${table} drop constraint ${name}`)
  const sentences: string[] = []
  for (const rule of keptRules) {
    if (standing.get(rule.name) === rule.sql) continue
    const broken = await putInForce(client, rule)
    if (broken !== undefined) sentences.push(broken)
  }
  return sentences
}

async function putInForce(
  client: pg.Client,
  { table, name, sql, says }: Kept,
): Promise<string | undefined> {
  await client.query(`alter table ${table} drop constraint if exists ${name}`)
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${table} where not (${sql})`,
  )
  const count = rows[0]?.count ?? 0
  const tale = (n: number | string) =>
    `The table ${table} has ${n} rows that break a rule (${says}). The rule is not in force until they are mended and the backend is started again: select * from ${table} where not (${sql})`
  if (count > 0) return tale(count)
  // Checked apart from being added, so that a large table is not locked while its rows are read.
  await client.query(`alter table ${table} add constraint ${name} check (${sql}) not valid`)
  try {
    await client.query(`alter table ${table} validate constraint ${name}`)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === BROKEN)) throw error
    await client.query(`alter table ${table} drop constraint ${name}`)
    return tale('some')
  }
  await client.query(`comment on constraint ${name} on ${table} is '${sql.replaceAll("'", "''")}'`)
  return undefined
}
