import { sql } from 'kysely'
import { studentImportTexts } from '#i18n/import-students'
import { importTexts } from '#i18n/imports'
import { type LocalizedText, fillTemplateText } from '#i18n/translate'
import type { Db } from '../../platform/database/db.ts'

/** A row that the database rejects, with the reason. */
export interface UnwritableRow<T> {
  readonly one: T
  readonly says: LocalizedText
}

/**
 * Writes a batch of rows. If the database rejects the batch, it is halved repeatedly until the
 * rejected rows are found; all other rows are written. Returns the rejected rows.
 */
export async function writeImportBatch<T>(
  tx: Db,
  part: readonly T[],
  write: (part: readonly T[]) => Promise<void>,
): Promise<UnwritableRow<T>[]> {
  if (part.length === 0) return []
  await sql`savepoint part`.execute(tx)
  try {
    await write(part)
    await sql`release savepoint part`.execute(tx)
    return []
  } catch (error) {
    const says = describeConstraintViolation(error)
    if (says === undefined) throw error
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    const [first] = part
    if (part.length === 1 && first !== undefined) return [{ one: first, says }]
    const middle = Math.ceil(part.length / 2)
    return [
      ...(await writeImportBatch(tx, part.slice(0, middle), write)),
      ...(await writeImportBatch(tx, part.slice(middle), write)),
    ]
  }
}

/** The text for a violated constraint; undefined for other errors. */
export function describeConstraintViolation(error: unknown): LocalizedText | undefined {
  const code = textIn(error, 'code')
  if (code === '23505') return importTexts.notUnique
  if (code === '23503') return importTexts.unknownReference
  if (textIn(error, 'constraint') === 'student_gender_of_room')
    return studentImportTexts.inOtherRoom
  if (code.startsWith('22') || code.startsWith('23'))
    return fillTemplateText(
      importTexts.brokenRule,
      textIn(error, 'constraint') || textIn(error, 'column') || code,
    )
  return undefined
}

/** The table that still refers to a row to be deleted; undefined for other errors. */
export const referringTable = (error: unknown): string | undefined =>
  textIn(error, 'code') === '23503' ? textIn(error, 'table') : undefined

function textIn(error: unknown, key: 'code' | 'constraint' | 'column' | 'table'): string {
  if (!(error instanceof Error) || !(key in error)) return ''
  const found: unknown = Object.entries(error).find(([name]) => name === key)?.[1]
  return typeof found === 'string' ? found : ''
}

/**
 * Creates the error of a row that conflicts with a change since the dry run. It is handled as a
 * violation of uniqueness by the database.
 */
export const writeConflict = (): Error =>
  Object.assign(new Error('The row is in the database already.'), { code: '23505' })
