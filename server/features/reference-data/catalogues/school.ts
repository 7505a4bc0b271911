import type { CodecValue } from '#contract/codec'
import type { SchoolValues } from '#contract/reference-data'
import { findSchool, SCHOOL_ROW_ID, saveSchool } from '../../school/public.ts'
import type { ReferenceCatalogue } from '../catalogue.ts'

/**
 * The catalogue of the school's names. It has one row, whose default values come from the settings.
 */
export const schoolNameCatalogue: ReferenceCatalogue<CodecValue<typeof SchoolValues>> = {
  noun: 'school',
  identity: 'given',

  find: async (db) => [{ id: SCHOOL_ROW_ID, values: await findSchool(db) }],

  write: async (db, { values }) => {
    await saveSchool(db, values)
    return SCHOOL_ROW_ID
  },
}
