import { type Expression, sql, type SqlBool } from 'kysely'
import { listIdNumberSpellings } from '#contract/id-document'
import { isIdNumber, normalizeIdNumber } from '#contract/id-number'
import { escapeLike } from './escape-like.ts'

/*
 * The conditions of every search for people. Names are compared by the function `search_key` of the
 * database, which removes case, dots, spaces, accents and invisible characters.
 */

/** Whether a name begins with `find`. A `find` without letters matches nothing. */
export const nameStartsWith = (column: string, find: string): Expression<SqlBool> =>
  sql<SqlBool>`search_key(${sql.ref(column)}) like search_prefix(${find})`

/** Whether a name contains `find`. */
export const nameContains = (column: string, find: string): Expression<SqlBool> =>
  sql<SqlBool>`search_key(${sql.ref(column)}) like '%' || search_prefix(${find})`

const NUMBER = /^[A-Z0-9]{3,32}$/
const SHORTEST_CLASS = 4

/**
 * Matches students by the beginning of the name, of a number or of the class, or by the code.
 *
 * @param byIdCard Whether the complete ID number matches as well; only for callers who are allowed
 * to see it.
 */
export function studentMatches(
  table: string,
  find: string,
  { byIdCard = false }: { byIdCard?: boolean } = {},
): Expression<SqlBool>[] {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const typed = find.normalize('NFKC').trim()
  const spelled = typed.toUpperCase()
  const begins = (name: string, text: string) =>
    sql<SqlBool>`${column(name)} like ${`${escapeLike(text)}%`}`
  const fits: Expression<SqlBool>[] = [
    nameStartsWith(`${table}.name`, find),
    sql<SqlBool>`${column('code')} in (${typed}, ${spelled})`,
    sql<SqlBool>`${column('number')} in (${typed}, ${spelled})`,
    sql<SqlBool>`${column('exam_number')} in (${typed}, ${spelled})`,
  ]
  if (NUMBER.test(spelled)) fits.push(begins('number', spelled), begins('exam_number', spelled))
  if (typed.length >= SHORTEST_CLASS) fits.push(begins('class_name', typed))
  if (byIdCard && isIdNumber(normalizeIdNumber(typed)))
    fits.push(sql<SqlBool>`${column('id_card')} in (${sql.join(listIdNumberSpellings(typed))})`)
  return fits
}
