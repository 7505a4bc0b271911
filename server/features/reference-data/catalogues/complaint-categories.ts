import type { CodecValue } from '#contract/codec'
import type { ComplaintCategoryValues } from '#contract/reference-data'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'

/**
 * The catalogue of complaint categories. Complaints keep their category even if it is withdrawn.
 */
export const complaintCategoryCatalogue: ReferenceCatalogue<
  CodecValue<typeof ComplaintCategoryValues>
> = {
  noun: 'complaintCategories',
  identity: ({ name }) => [name],
  english: [['name', 'nameEn']],

  find: async (db) => {
    const rows = await db
      .selectFrom('complaint_category')
      .selectAll()
      .orderBy('position')
      .orderBy('id')
      .execute()
    const english = await loadEnglishNames(db, rows, 'name')
    return rows.map(({ id, name, position, withdrawn_at }) => ({
      id,
      values: { order: String(position), name, nameEn: english(name) },
      withdrawn: withdrawn_at !== null,
    }))
  },

  write: async (db, { values, before }) => {
    const id = before?.id ?? createSecret().slice(0, 12)
    const row = { name: values.name, position: Number(values.order) }
    return saveById(db, 'complaint_category', { ...row, id })
  },

  withdraw: withdrawById('complaint_category'),
}
