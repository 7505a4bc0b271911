import * as v from 'valibot'
import { rememberedFlow } from '#app/features/onboarding/face.ts'
import { call } from '#app/lib/call.ts'
import { type FormView, textIn } from '#app/lib/forms/view.ts'
import { namedIn } from '#app/lib/names.ts'
import { uniform, uniformOf } from '#contract/uniform'
import type { Language } from '#i18n/translate'
import { uniformTexts } from '#i18n/uniform'

const PAGE = 'militaryTrainingClothing'
const Garments = v.array(v.object({ garmentName: v.string(), sizeName: v.string() }))

/** How the outbox speaks of the uniform. */
export const uniformView: FormView = {
  title: uniformTexts.title,
  summary: (fields, language) =>
    [sizesOf(fields['garments'], language), namedIn(language)(textIn(fields['colourName']))]
      .filter((one) => one !== '')
      .join(' · '),
  fields: [
    { name: 'garments', label: uniformTexts.sizes, show: sizesOf },
    {
      name: 'colour',
      with: ['colourName'],
      label: uniformTexts.colour,
      show: (value, language, all) => namedIn(language)(textIn(all['colourName'])) || textIn(value),
    },
    { name: 'remark', label: uniformTexts.remark, show: textIn },
  ],
  editAt: (_fields, stunum) => {
    const step = rememberedFlow().find(({ page }) => page === PAGE)
    return step === undefined ? `/${PAGE}` : `/${PAGE}/${step.id}/${stunum}`
  },
  theirs: async (subject) => {
    const found = await call(uniform.find, { student: subject })
    return found.type === 'ok' ? { ...found, data: uniformOf(found.data.chosen, subject) } : found
  },
}

function sizesOf(value: unknown, language: Language): string {
  const read = v.safeParse(Garments, value)
  return read.success
    ? read.output
        .map(({ garmentName, sizeName }) => `${namedIn(language)(garmentName)} ${sizeName}`)
        .join(' · ')
    : ''
}
