import { sql } from 'kysely'
import { studentImportTexts } from '#i18n/import-students'
import type { Db } from '../../../platform/database/db.ts'
import { yesNoCell } from '../cell-readers.ts'
import type { ImportColumn, RowStore, RowValues, StoredRow } from '../import-kind.ts'

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
 * Adds the field `admitted` to a store of students. The database stores the time of the check, so a
 * student who was checked already keeps that time.
 */
export function addAdmissionField(store: RowStore): RowStore {
  const bare = ({ [FIELD]: _admitted, ...row }: RowValues): RowValues => row
  return {
    ...store,
    find: async (db, rows, taken) => {
      const standing = await store.find(db, rows.map(bare), taken)
      const known = standing.filter((one) => one !== undefined).filter((one) => 'id' in one)
      const whole = new Map((await withField(db, known)).map((one) => [one.id, one]))
      return standing.map((one) =>
        one !== undefined && 'id' in one ? (whole.get(one.id) ?? one) : one,
      )
    },
    byId: async (db, ids) => withField(db, await store.byId(db, ids)),
    add: async (db, rows, now, origin) => {
      const ids = await store.add(db, rows.map(bare), now, origin)
      await setAdmitted(
        db,
        rows.map((row, at) => ({ id: ids[at] ?? '', row })),
        now,
      )
      return ids
    },
    change: async (db, rows, now, origin) => {
      const others = rows.map(({ id, row }) => ({ id, row: bare(row) }))
      await store.change(
        db,
        others.filter(({ row }) => Object.keys(row).length > 0),
        now,
        origin,
      )
      await setAdmitted(db, rows, now)
    },
  }
}

async function withField(db: Db, rows: readonly StoredRow[]): Promise<StoredRow[]> {
  if (rows.length === 0) return []
  const checked = await db
    .selectFrom('student')
    .select('code')
    .where(
      'code',
      'in',
      rows.map(({ id }) => id),
    )
    .where('checked_in_at', 'is not', null)
    .execute()
  const codes = new Set(checked.map(({ code }) => code))
  return rows.map((one) => ({ ...one, row: { ...one.row, [FIELD]: codes.has(one.id) } }))
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
