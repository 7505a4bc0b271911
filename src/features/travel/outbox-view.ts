import { formatLongDay, formatFullDay } from '#app/lib/format/dates.ts'
import { defineFormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { travel, type Travel } from '#contract/travel'
import { formatRegion } from '#i18n/region'
import { type Language, selectTexts } from '#i18n/translate'
import { travelTexts } from '#i18n/travel'

/** How the outbox shows the travel record. */
export const travelOutboxView = defineFormView<Travel>({
  summary: (fields, language) => {
    const texts = selectTexts(travelTexts, language)
    return texts.journey(
      extractCity(textOrEmpty(fields['startCity'])),
      formatLongDay(textOrEmpty(fields['startDate']), language),
      modeOf(fields['mode'], language),
    )
  },
  rows: {
    startCity: {
      label: travelTexts.startCity,
      show: (value) => formatRegion(textOrEmpty(value)),
    },
    startDate: {
      label: travelTexts.startDate,
      show: (value, language) => formatFullDay(textOrEmpty(value), language),
    },
    arrivalDate: {
      label: travelTexts.arrivalDate,
      show: (value, language) => formatFullDay(textOrEmpty(value), language),
    },
    arrivalTime: { label: travelTexts.arrivalTime, show: textOrEmpty },
    mode: { label: travelTexts.mode, show: modeOf },
    companions: { label: travelTexts.companions, show: textOrEmpty },
    remark: { label: travelTexts.remark, show: textOrEmpty },
    open: {
      label: travelTexts.open,
      show: (value, language) =>
        (value === true ? travelTexts.openYes : travelTexts.openNo)[language],
    },
  },
  editAt: (fields, stunum) => `/schoolInformation/${textOrEmpty(fields['step'])}/${stunum}`,
  fetchServerVersion: async (subject) => {
    const found = await callApi(travel.find, { student: subject })
    return found.type === 'ok' ? { ...found, data: found.data.travel } : found
  },
})

/**
 * Returns the everyday name of the city in a joined name: '广东省,东莞市,莞城区' gives 东莞. The placeholder
 * levels of municipalities are skipped.
 */
export function extractCity(joined: string): string {
  const names = joined.split(',').filter((name) => !/^(市辖区|县|.*直辖县级行政区划)$/.test(name))
  const city = names[joined.includes('市辖区') ? 0 : 1] ?? names[0] ?? ''
  return city.length > 2 ? city.replace(/市$/, '') : city
}

function modeOf(mode: unknown, language: Language): string {
  return travelTexts.modeNames[language][textOrEmpty(mode)] ?? textOrEmpty(mode)
}
