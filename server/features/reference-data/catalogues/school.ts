import type { CodecValue } from '#contract/codec'
import type { SchoolValues } from '#contract/reference-data'
import { findSchool, SCHOOL_ROW_ID, saveSchool } from '../../school/public.ts'
import type { Catalogue } from '../catalogue.ts'

/** What the school is called: one row, which the settings stand behind. */
export const schoolNameCatalogue: Catalogue<CodecValue<typeof SchoolValues>> = {
  noun: 'school',
  identity: 'given',

  find: async (db) => [{ id: SCHOOL_ROW_ID, values: await findSchool(db) }],

  write: async (db, { values }) => {
    await saveSchool(db, values)
    return SCHOOL_ROW_ID
  },
}
