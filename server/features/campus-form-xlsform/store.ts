import type { CampusFormDefinition } from '#contract/campus-form-definition'
import type { Db } from '../../platform/database/db.ts'

/** Finds what the office is editing of a form. */
export async function findDraftDefinition(
  db: Db,
  form: string,
): Promise<CampusFormDefinition | undefined> {
  const found = await db
    .selectFrom('campus_form_draft')
    .select('definition')
    .where('form_id', '=', form)
    .executeTakeFirst()
  return found?.definition
}
