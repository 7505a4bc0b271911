import * as v from 'valibot'
import { formatMoney } from '#app/lib/format/money.ts'
import { defineFormView, type FormFields } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { livingSupplies, type SupplyReservation } from '#contract/living-supplies'
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

// The reservation in the API contains only ids. The names come from both catalogues, because the
// campus's rule says which departments have which.
async function readUniversityFields(subject: string): Promise<CallOutcome<FormFields | null>> {
  const found = await callApi(livingSupplies.find, { student: subject })
  if (found.type !== 'ok') return found
  const known = new Map<string, { id: string; name: string; price: number }>()
  for (const catalogue of ['1', '2']) {
    const offered = await callApi(livingSupplies.packages, { catalogue })
    if (offered.type !== 'ok') return offered
    for (const { id, name, price } of offered.data.packages) known.set(id, { id, name, price })
  }
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
