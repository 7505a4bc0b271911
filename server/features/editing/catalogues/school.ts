import type { Value } from '#contract/codec'
import type { SchoolValues } from '#contract/editing'
import { findSchool, SCHOOL, saveSchool } from '../../school/face.ts'
import type { Catalogue } from '../catalogue.ts'

/** What the school is called: one row, which the settings stand behind. */
export const school: Catalogue<Value<typeof SchoolValues>> = {
  noun: 'school',
  identity: 'given',

  find: async (db) => [{ id: SCHOOL, values: await findSchool(db) }],

  write: async (db, { values }) => {
    await saveSchool(db, values)
    return SCHOOL
  },
}
