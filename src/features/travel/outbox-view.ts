import { call } from '#app/lib/call.ts'
import { longDay, wholeDay } from '#app/lib/dates.ts'
import { type FormView, textIn } from '#app/lib/forms/view.ts'
import { travel } from '#contract/travel'
import { outboxWords } from '#words/outbox'
import { sayRegion } from '#words/region'
import { type Language, speak } from '#words/say'
import { travelWords } from '#words/travel'

/** How the outbox speaks of the journey. */
export const travelView: FormView = {
  title: travelWords.title,
  summary: (fields, language) => {
    const words = speak(outboxWords, language)
    return words.journey(
      cityOf(textIn(fields['startCity'])),
      longDay(textIn(fields['startDate']), language),
      modeOf(fields['mode'], language),
    )
  },
  fields: [
    {
      name: 'startCity',
      label: travelWords.startCity,
      show: (value) => sayRegion(textIn(value)),
    },
    {
      name: 'startDate',
      label: travelWords.startDate,
      show: (value, language) => wholeDay(textIn(value), language),
    },
    {
      name: 'arrivalDate',
      label: travelWords.arrivalDate,
      show: (value, language) => wholeDay(textIn(value), language),
    },
    { name: 'arrivalTime', label: travelWords.arrivalTime, show: textIn },
    { name: 'mode', label: travelWords.mode, show: modeOf },
    { name: 'companions', label: travelWords.companions, show: textIn },
    { name: 'remark', label: travelWords.remark, show: textIn },
    {
      name: 'open',
      label: travelWords.open,
      show: (value, language) =>
        (value === true ? travelWords.openYes : travelWords.openNo)[language],
    },
  ],
  editAt: (fields, stunum) => `/schoolInformation/${textIn(fields['step'])}/${stunum}`,
  theirs: async (subject) => {
    const found = await call(travel.find, { student: subject })
    return found.type === 'ok' ? { ...found, data: found.data.travel } : found
  },
}

/**
 * The city of '广东省,东莞市,莞城区' as people say it: 东莞. Names that only say "directly administered" are
 * passed over.
 */
export function cityOf(joined: string): string {
  const names = joined.split(',').filter((name) => !/^(市辖区|县|.*直辖县级行政区划)$/.test(name))
  const city = names[joined.includes('市辖区') ? 0 : 1] ?? names[0] ?? ''
  return city.length > 2 ? city.replace(/市$/, '') : city
}

function modeOf(mode: unknown, language: Language): string {
  return travelWords.modeNames[language][textIn(mode)] ?? textIn(mode)
}
