import * as v from 'valibot'
import { formatMoney } from '#app/lib/format/money.ts'
import { defineFormView, type FormFields } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import {
  selectSupplyCatalogue,
  livingSupplies,
  type SupplyReservation,
} from '#contract/living-supplies'
import { livingSuppliesTexts } from '#i18n/living-supplies'
import { selectTexts, type Language } from '#i18n/translate'

const Packages = v.array(v.object({ id: v.string(), name: v.string(), price: v.number() }))

/** How the outbox shows the living supplies. */
export const livingSuppliesOutboxView = defineFormView<SupplyReservation>({
  summary: (fields, language) => {
    const total = packagesIn(fields['packages']).reduce((sum, { price }) => sum + price, 0)
    return selectTexts(livingSuppliesTexts, language).summary(
      namesOf(fields['packages'], language),
      formatMoney(total),
    )
  },
  rows: { packages: { label: livingSuppliesTexts.packages, show: namesOf } },
  editAt: (fields, stunum) =>
    `/livinguse/${typeof fields['step'] === 'string' ? fields['step'] : ''}/${stunum}`,
  fetchServerVersion: readUniversityFields,
})

// The reservation in the API contains only ids; the names come from the catalogue of the student's
// department.
async function readUniversityFields(subject: string): Promise<CallOutcome<FormFields | null>> {
  const [found, who] = await Promise.all([
    callApi(livingSupplies.find, { student: subject }),
    callApi(livingSupplies.resident, { student: subject }),
  ])
  if (found.type !== 'ok') return found
  if (who.type !== 'ok') return who
  const offered = await callApi(livingSupplies.packages, {
    catalogue: selectSupplyCatalogue(who.data.resident.department),
  })
  if (offered.type !== 'ok') return offered
  const known = new Map(
    offered.data.packages.map(({ id, name, price }) => [id, { id, name, price }]),
  )
  const { reservation } = found.data
  return {
    ...found,
    data: reservation && {
      packages: reservation.packages.map((id) => known.get(id) ?? { id, name: id, price: 0 }),
    },
  }
}

function namesOf(value: unknown, language: Language): string {
  return packagesIn(value)
    .map(({ id, name }) => createNameTranslator(language)(name || id))
    .join(livingSuppliesTexts.between[language])
}

const packagesIn = (value: unknown) => {
  const read = v.safeParse(Packages, value)
  return read.success ? read.output : []
}
