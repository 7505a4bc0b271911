import { unknownReferenceTexts } from '#i18n/import-references'
import type { Db } from '../../../platform/database/db.ts'
import type { RowIssue, WarningCheckedRow } from '../import-kind.ts'
import { createIssueList } from '../references.ts'

/** Finds, for each row, an issue if another person already has the row's ID number. */
export async function findSharedIdCards(
  db: Db,
  table: 'student' | 'staff',
  rows: readonly WarningCheckedRow[],
): Promise<(readonly RowIssue[])[]> {
  const numbers = rows.flatMap(({ row }) =>
    typeof row['id_card'] === 'string' ? [row['id_card']] : [],
  )
  const found =
    table === 'student'
      ? await db
          .selectFrom('student')
          .select(['code', 'id_card', 'withdrawn_at as left_at'])
          .select(({ fn }) => fn.coalesce('number', 'exam_number', 'code').as('known'))
          .where('id_card', 'in', [...numbers, ''])
          .execute()
      : await db
          .selectFrom('staff')
          .select(['code', 'id_card', 'closed_at as left_at', 'code as known'])
          .where('id_card', 'in', [...numbers, ''])
          .execute()
  const holders = new Map<string | null, typeof found>()
  for (const one of found) holders.set(one.id_card, [...(holders.get(one.id_card) ?? []), one])
  return rows.map(({ id, row }) => {
    const { id_card: card } = row
    const others = typeof card === 'string' ? (holders.get(card) ?? []) : []
    const other = others.find(({ code, left_at: left }) => code !== id && left === null)
    return other === undefined
      ? []
      : createIssueList('id_card', unknownReferenceTexts.idHeldBy, String(other.known))
  })
}
