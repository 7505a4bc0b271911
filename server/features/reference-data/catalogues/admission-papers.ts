import type { CodecValue } from '#contract/codec'
import type { AdmissionPaperValues } from '#contract/reference-data'
import { createSecret } from '../../../platform/sessions/secrets.ts'
import { saveById, withdrawById } from '../catalogue-tables.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'
import { loadEnglishNames } from '../english-names.ts'

/** The catalogue of papers that new students hand in at the admission check. */
export const admissionPaperCatalogue: ReferenceCatalogue<CodecValue<typeof AdmissionPaperValues>> =
  {
    noun: 'admissionPapers',
    identity: ({ name }) => [name],
    english: [['name', 'nameEn']],

    find: async (db) => {
      const rows = await db
        .selectFrom('admission_paper')
        .selectAll()
        .orderBy('position')
        .orderBy('id')
        .execute()
      const english = await loadEnglishNames(db, rows, 'name')
      return rows.map(({ id, name, position, is_required, withdrawn_at }) => ({
        id,
        values: {
          order: String(position),
          name,
          nameEn: english(name),
          required: is_required ? '1' : '0',
        },
        withdrawn: withdrawn_at !== null,
      }))
    },

    write: async (db, { values, before }) => {
      const id = before?.id ?? createSecret().slice(0, 12)
      const row = {
        name: values.name,
        position: Number(values.order),
        is_required: values.required === '1',
      }
      return saveById(db, 'admission_paper', { ...row, id })
    },

    withdraw: withdrawById('admission_paper'),
  }
