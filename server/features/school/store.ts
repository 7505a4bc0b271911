import type { Db } from '../../platform/database/db.ts'

/** The id of the only row. */
export const SCHOOL_ROW_ID = 'school'

/** The names of the school and of the installed app; '' means the settings' value. */
export interface SchoolSettings {
  readonly name: string
  readonly nameEn: string
  readonly installName: string
}

/** Finds the names that the office has saved; all are '' if there are none. */
export async function findSchool(db: Db): Promise<SchoolSettings> {
  const row = await db.selectFrom('school').selectAll().executeTakeFirst()
  return {
    name: row?.name ?? '',
    nameEn: row?.name_en ?? '',
    installName: row?.install_name ?? '',
  }
}

/** Saves the names of the school. */
export async function saveSchool(
  db: Db,
  { name, nameEn, installName }: SchoolSettings,
): Promise<void> {
  const row = { name, name_en: nameEn, install_name: installName }
  await db
    .insertInto('school')
    .values({ ...row, id: SCHOOL_ROW_ID })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
