import * as v from 'valibot'
import type { FormView } from '#app/lib/forms/view.ts'
import { checkinWords } from '#words/checkin'
import type { Language } from '#words/say'

const Shown = v.object({
  name: v.string(),
  number: v.string(),
  building: v.string(),
  room: v.string(),
})

/** How the outbox speaks of a confirmed arrival: by whom it showed, not by the code. */
export const scanView: FormView = {
  title: checkinWords.title,
  summary: (fields, language) => {
    const shown = shownIn(fields['shown'])
    return shown === undefined
      ? numberOf(fields['scanned'], language)
      : `${shown.name} · ${shown.building} ${shown.room}`
  },
  fields: [
    { name: 'shown', label: checkinWords.student, show: (value) => shownIn(value)?.name ?? '' },
    {
      name: 'scanned',
      label: checkinWords.number,
      show: (value, language, all) => shownIn(all['shown'])?.number ?? numberOf(value, language),
    },
  ],
  // There is nothing of one's own to compare with: who is confirmed twice is confirmed.
  theirs: async () => ({ type: 'ok', data: null, echoed: false }),
}

function shownIn(value: unknown) {
  const read = v.safeParse(Shown, value)
  return read.success ? read.output : undefined
}

// A pass says nothing to people; whom it belongs to is not on this phone.
const numberOf = (scanned: unknown, language: Language) =>
  typeof scanned === 'string' && scanned.length <= 32 ? scanned : checkinWords.offList[language]
