import {
  selectSupplyCatalogue,
  type SUPPLIES_RULE,
  livingForm,
  type SupplyPackage,
  type SupplyReservation,
} from '#contract/living-supplies'
import { dormTexts } from '#i18n/dorm'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { refusalTexts } from '#i18n/refusals'
import { type HandlerResult, refuse } from '../../platform/http/handler.ts'
import {
  type CachedReadContext,
  createCachedTableReader,
} from '../../platform/records/table-cache.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { findRoom } from '../assigned-room/public.ts'
import { findCampusRules, checkSubmission } from '../campus-rules/public.ts'
import { markFormStepDone } from '../onboarding-steps/public.ts'
import { defineQueuedOnBehalfForm, type FormSubmission } from '../student-forms/public.ts'
import { needsBed } from '../student-levels/public.ts'
import * as store from './store.ts'

/** The form's name in ETags. */
export const LIVING_FORM_NAME = 'living'
const PAGE = 'livinguse'

/** Saves a reservation if the writer's version is current. */
export async function saveLivingForm(
  ask: FormSubmission<SupplyReservation>,
): Promise<HandlerResult<Record<never, never>>> {
  const { input, student, db, now, writer } = ask
  if (student.withdrawn_at !== null) return refuse(refusalTexts.withdrawn)
  if ((await findRoom(db, student.code)) === null && (await needsBed(db, student)))
    return refuse(dormTexts.waitForRoom)
  const offeredBy = ({ supplies }: { supplies: typeof SUPPLIES_RULE }) =>
    readCachedSupplyPackages(selectSupplyCatalogue(student.department, supplies.word), ask)
  const chosen = input.packages.map(({ id }) => id)
  return checkSubmission(ask, {
    form: LIVING_FORM_NAME,
    page: PAGE,
    check: async (rules) => {
      const offered = await offeredBy(rules)
      return chosen.some((id) => offered.every((one) => one.id !== id))
        ? { says: livingSuppliesTexts.unknownPackage }
        : undefined
    },
    save: async (rules) => {
      // Mandatory packages are part of every reservation, no matter what was sent (D-51).
      const packages = (await offeredBy(rules))
        .filter((one) => one.mandatory || chosen.includes(one.id))
        .map(({ id, name, price }) => ({ id, name, price }))
      return writeIfCurrentVersion(ask, {
        form: LIVING_FORM_NAME,
        find: () => store.findReservation(db, student.code),
        save: async (version) => {
          const payload = { ...input, student: student.code, packages }
          await store.saveReservation(db, { payload, student: student.code, version, writer, now })
          await markFormStepDone(db, { student: student.code, step: input.step, page: PAGE, now })
          return undefined
        },
      })
    },
  })
}

const packages = createCachedTableReader('living', store.findSupplyPackages)

/** Reads the packages of a catalogue from the cache. */
export const readCachedSupplyPackages = async (
  catalogue: string,
  ask: CachedReadContext,
): Promise<SupplyPackage[]> =>
  (await packages(ask))
    .filter((one) => one.catalogue === catalogue)
    .map(({ catalogue: _catalogue, ...one }) => one)

/** The living supplies form for the office. */
export const livingSuppliesOnBehalfForm = defineQueuedOnBehalfForm({
  form: livingForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findReservation(db, student)
    if (found === undefined) return undefined
    const { step, packages, version } = found
    return {
      payload: { student, step, packages: await store.findSupplyPackageNames(db, packages) },
      version,
    }
  },
  readOffer: async (ask, { department }) => {
    const { supplies } = await findCampusRules(ask)
    const catalogue = selectSupplyCatalogue(department, supplies.word)
    return { packages: await readCachedSupplyPackages(catalogue, ask) }
  },
  save: saveLivingForm,
})
