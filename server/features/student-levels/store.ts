import { sql, type Expression } from 'kysely'
import type { StudentKind } from '#contract/student-levels'
import type { Db } from '../../platform/database/db.ts'
import { prepareQuery } from '../../platform/database/driver/prepared-query.ts'
import type { StudentRow } from '../../platform/database/schema/schema.ts'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '../../platform/records/table-cache.ts'

type LevelOfStudent = Pick<StudentRow, 'enrolment'>

const levelOfCode = prepareQuery('level of a student', (db, { code }: { code: string }) =>
  db.selectFrom('student_level').select(['kind', 'lives_in_dorm']).where('code', '=', code),
)

/** The rules of a level. */
export interface LevelRules {
  readonly kind: StudentKind
  readonly livesInDorm: boolean
}

/** Finds the rules of a student's level. */
export async function findLevelRules(db: Db, { enrolment }: LevelOfStudent): Promise<LevelRules> {
  const [level] = await levelOfCode.run(db, { code: enrolment })
  return existing(enrolment, level && { kind: level.kind, livesInDorm: level.lives_in_dorm })
}

/** The same as `findLevelRules`, for calls that are frequent: the levels are cached. */
export const readCachedLevelRules = async (
  ask: CachedReadContext,
  { enrolment }: LevelOfStudent,
): Promise<LevelRules> => existing(enrolment, (await readLevels(ask)).get(enrolment))

const readLevels = createCachedTableReader('level', async (db) => {
  const rows = await db
    .selectFrom('student_level')
    .select(['code', 'kind', 'lives_in_dorm'])
    .execute()
  return new Map(rows.map((row) => [row.code, { kind: row.kind, livesInDorm: row.lives_in_dorm }]))
})

// A foreign key guarantees that the level of a student exists.
function existing(code: string, level: LevelRules | undefined): LevelRules {
  if (level === undefined) throw new Error(`There is no level ${code}.`)
  return level
}

/** Whether students of this level live in a dormitory, and so need a bed. */
export const needsBed = async (db: Db, student: LevelOfStudent): Promise<boolean> =>
  (await findLevelRules(db, student)).livesInDorm

/**
 * The level as phones know it (`enrollType`). It is '1' for students without a dormitory and '2' for
 * undergraduates, as in the specification, and otherwise '3', whose holders need a bed and cannot
 * change their major. Phones of every release act by these values.
 */
export function toWireLevel({ kind, livesInDorm }: LevelRules): '1' | '2' | '3' {
  if (!livesInDorm) return '1'
  return kind === 'undergraduate' ? '2' : '3'
}

/** Whether the steps of a student's level contain a row of `flow_step` with the alias `step`. */
export const selectHasStep = (enrolment: Expression<string>, step: 'step' | 'flow_step') =>
  sql<boolean>`exists (select from student_level level where level.code = ${enrolment}
    and (level.lives_in_dorm or not ${sql.ref(`${step}.needs_dorm`)})
    and not ${sql.ref(`${step}.page`)} = any(level.skipped_pages))`

/** The texts by which levels are compared, without regard to case. */
const toLevelKey = (name: string): string => name.toLowerCase()

/**
 * Finds the level that already has one of the names of another level, or has it as its code: a code
 * is the first name of a level, and stays when the level is renamed.
 */
export const findLevelWithName = (
  levels: readonly NamedLevel[],
  names: readonly string[],
): NamedLevel | undefined => {
  const wanted = new Set(names.map(toLevelKey))
  return levels.find((level) =>
    [level.code, ...level.names].some((one) => wanted.has(toLevelKey(one))),
  )
}

/** Creates the codes of new levels from their names; levels that are no longer on offer keep theirs. */
export async function createLevelCodes(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('student_level').select('code').execute()
  const used = new Set(rows.map(({ code }) => code))
  return names.map((name) => {
    let code = name
    for (let again = 2; used.has(code); again += 1) code = `${name.slice(0, 16)}-${again}`
    used.add(code)
    return code
  })
}

/** A level, with the names by which files call it. */
export interface NamedLevel {
  readonly code: string
  readonly names: readonly string[]
}

/** Splits the other names of a level. */
export const splitLevelAliases = (aliases: string): string[] =>
  aliases
    .split(/[、,，;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Lists the levels on offer in their order, each with its names; the first is the level's own. */
export async function listLevelNames(db: Db): Promise<NamedLevel[]> {
  const rows = await db
    .selectFrom('student_level')
    .leftJoin('english', 'english.chinese', 'student_level.name')
    .select(['code', 'name', 'aliases', 'english'])
    .where('student_level.withdrawn_at', 'is', null)
    .orderBy('position')
    .orderBy('code')
    .execute()
  return rows.map(({ code, name, aliases, english }) => ({
    code,
    names: [name, ...splitLevelAliases(aliases), ...(english === null ? [] : [english])],
  }))
}
