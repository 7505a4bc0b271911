import { recognizeIdDocument } from '#contract/id-document'
import { idDocumentTexts } from '#i18n/id-documents'
import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/db.ts'
import type { RowValues, RowIssue, WarningCheckedRow } from '../import-kind.ts'
import { createIssueList } from '../references.ts'

/**
 * Adds the type of the identity document to rows without one: the type that is stored with the same
 * number, else the type that is recognized by the number's form.
 */
export async function addIdTypes(db: Db, rows: readonly RowValues[]): Promise<RowValues[]> {
  const stored = await findStoredTypes(
    db,
    rows.filter((row) => !hasType(row)),
  )
  return rows.map((row) => {
    if (hasType(row)) return row
    const number = String(row['id_card'])
    const type = stored.get(number) ?? recognizeIdDocument(number)?.type
    return type === undefined ? row : { ...row, id_type: type }
  })
}

/** Finds, for each row, a warning if the type was recognized by a form that other documents share. */
export async function findUnsureIdTypes(
  db: Db,
  rows: readonly WarningCheckedRow[],
): Promise<(readonly RowIssue[])[]> {
  const stored = await findStoredTypes(
    db,
    rows.map(({ row }) => row),
  )
  return rows.map(({ row, read }) => {
    const number = String(row['id_card'])
    const found = recognizeIdDocument(number)
    if (hasType(read) || stored.has(number) || found === undefined || found.isSure) return []
    const { zh, en } = idDocumentTexts[found.type]
    return createIssueList('id_card', {
      zh: studentImportTexts.idTypeUnsure.zh(zh),
      en: studentImportTexts.idTypeUnsure.en(en),
    })
  })
}

const hasType = (row: RowValues) => (row['id_type'] ?? null) !== null

async function findStoredTypes(db: Db, rows: readonly RowValues[]) {
  const numbers = rows.map((row) => String(row['id_card']))
  const found = await db
    .selectFrom('student')
    .select(['id_card', 'id_type'])
    .where('id_card', '=', (e) => e.fn.any(e.val(numbers)))
    .execute()
  return new Map(found.map((one) => [one.id_card, one.id_type]))
}
