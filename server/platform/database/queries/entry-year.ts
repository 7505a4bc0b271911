import { type RawBuilder, sql } from 'kysely'

/**
 * The year in which a student entered, as text: the rule of `isNewStudent` in SQL (D-28). `student`:
 * the alias of the student's row.
 */
export const selectEntryYear = (student = 'student'): RawBuilder<string> =>
  sql<string>`left(coalesce(nullif(${sql.ref(`${student}.entry_year`)}, ''), ${sql.ref(`${student}.grade`)}), 4)`
