import * as v from 'valibot'
import { travelForm, travelIn, type Travel } from '#contract/travel'
import { refusalTexts } from '#i18n/refusals'
import { chinaYear } from '../../platform/clock.ts'
import { writeOver } from '../../platform/database/versions.ts'
import { issuesOf } from '../../platform/http/dispatch.ts'
import { type Outcome, refused } from '../../platform/http/handler.ts'
import { deskForm, type FormAsk } from '../forms/face.ts'
import { isNewIn, markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

/** Its name in tags and in the history. */
export const FORM = 'travel'
const PAGE = 'schoolInformation'

/** Save a way to school over the version that its writer saw. */
export async function saveWords(ask: FormAsk<Travel>): Promise<Outcome<Record<never, never>>> {
  const { input, student, db, now, language, writer } = ask
  const checked = v.safeParse(travelIn(chinaYear(now)), input, { lang: language })
  if (!checked.success) return { type: 'invalid', issues: issuesOf(checked.issues) }
  if (!isNewIn(student, now)) return refused(refusalTexts.newOnly)
  return writeOver(ask, {
    form: FORM,
    find: () => store.findTravel(db, student.code),
    save: async (version) => {
      await store.saveTravel(db, { travel: input, student: student.code, version, writer, now })
      await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
}

/** The way to school as the office reads and writes it. */
export const travelDesk = deskForm({
  form: travelForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findTravel(db, student)
    return found && { words: found.travel, version: found.version }
  },
  save: saveWords,
})
