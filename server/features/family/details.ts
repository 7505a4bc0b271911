import * as v from 'valibot'
import { Details } from '#contract/details'
import type { Db } from '../../platform/database/database.ts'
import { writeOver } from '../../platform/database/versions.ts'
import { issuesOf } from '../../platform/http/dispatch.ts'
import { nextVersion, type OfficeForm } from '../forms/face.ts'
import { findDetails, saveDetails } from './store.ts'

const FORM = 'details'

async function find(db: Db, student: string) {
  const words = await findDetails(db, student)
  // They count no versions themselves: what was written down of them does.
  return words && { words, version: (await nextVersion(db, student, FORM)) - 1 }
}

/**
 * The personal details as the office fills them in: who stands at a desk needs no code to prove
 * their phone.
 */
export const detailsDesk: OfficeForm = {
  name: FORM,
  find,
  save: async (ask) => {
    const { input, student, db, language, writer, now } = ask
    const own = { ...Object(input), student: student.code, code: '' }
    const said = v.safeParse(Details.schema, own, { lang: language })
    if (!said.success) return { type: 'invalid', issues: issuesOf(said.issues) }
    return writeOver(ask, {
      form: FORM,
      find: () => find(db, student.code),
      save: async (version) => {
        const of = { details: said.output, student: student.code, version, writer, now }
        await saveDetails(db, of)
        return undefined
      },
    })
  },
}
