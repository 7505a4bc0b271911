import { catalogueOf, livingForm, type Package, type Reservation } from '#contract/living'
import { dormTexts } from '#i18n/dorm'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { refusalTexts } from '#i18n/refusals'
import { type Asking, kept } from '../../platform/database/kept.ts'
import { writeOver } from '../../platform/database/versions.ts'
import { type Outcome, refused } from '../../platform/http/handler.ts'
import { deskForm, type FormAsk } from '../forms/face.ts'
import { findRoom } from '../room/face.ts'
import { markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

/** Its name in tags. */
export const FORM = 'living'
const PAGE = 'livinguse'

/** Save a reservation over the version that its writer saw. */
export async function saveWords(ask: FormAsk<Reservation>): Promise<Outcome<Record<never, never>>> {
  const { input, student, db, now, writer } = ask
  if (student.withdrawn_at !== null) return refused(refusalTexts.withdrawn)
  if (student.enrolment !== '1' && (await findRoom(db, student.code)) === null)
    return refused(dormTexts.waitForRoom)
  const offered = await packagesOf(catalogueOf(student.department), ask)
  const chosen = input.packages.map(({ id }) => id)
  if (chosen.some((id) => offered.every((one) => one.id !== id)))
    return refused(livingSuppliesTexts.unknownPackage)
  // What is mandatory is part of every reservation, whatever was sent (D-51).
  const packages = offered
    .filter((one) => one.mandatory || chosen.includes(one.id))
    .map(({ id, name, price }) => ({ id, name, price }))
  return writeOver(ask, {
    form: FORM,
    find: () => store.findReservation(db, student.code),
    save: async (version) => {
      const words = { student: student.code, step: input.step, packages }
      await store.saveReservation(db, { words, version, writer, now })
      await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
}

const packages = kept('living', store.findPackages)

/** The packages of a catalogue, as everybody reads them. */
export const packagesOf = async (catalogue: string, ask: Asking): Promise<Package[]> =>
  (await packages(ask))
    .filter((one) => one.catalogue === catalogue)
    .map(({ catalogue: _catalogue, ...one }) => one)

/** The living supplies as the office reads and writes them. */
export const livingDesk = deskForm({
  form: livingForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findReservation(db, student)
    if (found === undefined) return undefined
    const { step, packages, version } = found
    return { words: { student, step, packages: await store.namesOf(db, packages) }, version }
  },
  save: saveWords,
})
