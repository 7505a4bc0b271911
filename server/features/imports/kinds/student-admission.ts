import { sql } from 'kysely'
import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/db.ts'
import { yesNoCell } from '../cell-readers.ts'
import type { ImportColumn, RowValues } from '../import-kind.ts'
import type { SideFields } from '../side-fields.ts'

const FIELD = 'admitted'

/** The column of a file that says whether the admission check was passed. */
export const admissionColumn: ImportColumn = {
  field: FIELD,
  title: studentImportTexts.admission,
  aliases: ['资格审核', '报到资格', '资格审核结果', '入学资格', '审核通过'],
  isBlankIgnored: true,
  read: yesNoCell,
  example: '',
  about: studentImportTexts.admissionAbout,
}

/**
 * The field `admitted` of students. The database stores the time of the check, so a student who was
 * checked already keeps that time.
 */
export const admissionFields: SideFields = {
  has: (field) => field === FIELD,
  read: async (db, ids) => {
    const rows = await db
      .selectFrom('student')
      .select(['code', 'checked_in_at'])
      .where('code', 'in', ids)
      .execute()
    return new Map(rows.map(({ code, checked_in_at: at }) => [code, { [FIELD]: at !== null }]))
  },
  write: setAdmitted,
}

async function setAdmitted(
  db: Db,
  rows: readonly { readonly id: string; readonly row: RowValues }[],
  now: Date,
): Promise<void> {
  const codesWith = (wanted: boolean) =>
    rows.flatMap(({ id, row }) => (row[FIELD] === wanted ? [id] : []))
  await sql`update student set checked_in_at = ${now}
    where code = any(${codesWith(true)}) and checked_in_at is null`.execute(db)
  await sql`update student set checked_in_at = null
    where code = any(${codesWith(false)}) and checked_in_at is not null`.execute(db)
}
