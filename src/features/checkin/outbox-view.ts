import * as v from 'valibot'
import type { FormView } from '#app/lib/forms/view.ts'
import { checkinWords } from '#words/checkin'

const Shown = v.object({
  name: v.string(),
  number: v.string(),
  building: v.string(),
  room: v.string(),
})

/** How the outbox speaks of a confirmed arrival: by whom it showed, not by the code. */
export const scanView: FormView = {
  title: checkinWords.title,
  summary: (fields) => {
    const shown = shownIn(fields['shown'])
    return shown === undefined
      ? numberOf(fields['scanned'])
      : `${shown.name} · ${shown.building} ${shown.room}`
  },
  fields: [
    { name: 'shown', label: checkinWords.student, show: (value) => shownIn(value)?.name ?? '' },
    {
      name: 'scanned',
      label: checkinWords.number,
      show: (value, _language, all) => shownIn(all['shown'])?.number ?? numberOf(value),
    },
  ],
  // There is nothing of one's own to compare with: who is confirmed twice is confirmed.
  theirs: async () => ({ type: 'ok', data: null, echoed: false }),
}

function shownIn(value: unknown) {
  const read = v.safeParse(Shown, value)
  return read.success ? read.output : undefined
}

// A pass says nothing to people.
const numberOf = (scanned: unknown) =>
  typeof scanned === 'string' && scanned.length <= 32 ? scanned : ''
