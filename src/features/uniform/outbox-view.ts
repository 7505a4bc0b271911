import * as v from 'valibot'
import { loadSavedSteps } from '#app/features/onboarding/public.ts'
import { defineFormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { createNameTranslator } from '#app/lib/language/name-translator.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { uniform, combineGarmentChoices, type Uniform } from '#contract/uniform'
import type { Language } from '#i18n/translate'
import { uniformTexts } from '#i18n/uniform'

const PAGE = 'militaryTrainingClothing'
const Garments = v.array(v.object({ garmentName: v.string(), sizeName: v.string() }))

/** How the outbox shows the uniform. */
export const uniformOutboxView = defineFormView<Uniform>({
  summary: (fields, language) =>
    [
      sizesOf(fields['garments'], language),
      createNameTranslator(language)(textOrEmpty(fields['colourName'])),
    ]
      .filter((one) => one !== '')
      .join(' · '),
  rows: {
    garments: { label: uniformTexts.sizes, show: sizesOf },
    colour: {
      label: uniformTexts.colour,
      show: (value, language, all) =>
        createNameTranslator(language)(textOrEmpty(all['colourName'])) || textOrEmpty(value),
    },
    colourName: { shownWith: 'colour' },
    remark: { label: uniformTexts.remark, show: textOrEmpty },
  },
  editAt: (_fields, stunum) => {
    const step = loadSavedSteps().find(({ page }) => page === PAGE)
    return step === undefined ? `/${PAGE}` : `/${PAGE}/${step.id}/${stunum}`
  },
  fetchServerVersion: async (subject) => {
    const found = await callApi(uniform.find, { student: subject })
    return found.type === 'ok'
      ? { ...found, data: combineGarmentChoices(found.data.chosen, subject) }
      : found
  },
})

function sizesOf(value: unknown, language: Language): string {
  const read = v.safeParse(Garments, value)
  return read.success
    ? read.output
        .map(
          ({ garmentName, sizeName }) =>
            `${createNameTranslator(language)(garmentName)} ${sizeName}`,
        )
        .join(' · ')
    : ''
}
