import * as v from 'valibot'
import { type FormFields, type FormView, textOrEmpty } from '#app/lib/forms/form-view.ts'
import { isSealedScanText } from '#contract/checkin-pass'
import { checkinTexts } from '#i18n/checkin'
import type { Language } from '#i18n/translate'
import { withScanIdentity } from './scans/scan-identities.ts'

const Shown = v.object({
  name: v.string(),
  number: v.string(),
  building: v.string(),
  room: v.string(),
})

/** How the outbox speaks of a confirmed arrival: by whom it showed, not by the code. */
export const scanOutboxView: FormView = {
  title: checkinTexts.title,
  summary: (fields, language) => {
    const shown = shownOf(fields)
    return shown === undefined
      ? numberOf(fields['scanned'], language)
      : `${shown.name} · ${shown.building} ${shown.room}`
  },
  fields: [
    { name: 'shown', label: checkinTexts.student, show: (_, __, all) => shownOf(all)?.name ?? '' },
    {
      name: 'scanned',
      label: checkinTexts.number,
      show: (value, language, all) => shownOf(all)?.number ?? numberOf(value, language),
    },
  ],
  // There is nothing of one's own to compare with: who is confirmed twice is confirmed.
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
}

function shownOf(fields: FormFields) {
  const scanned = textOrEmpty(fields['scanned'])
  const read = v.safeParse(Shown, withScanIdentity({ scanned, shown: fields['shown'] }).shown)
  return read.success ? read.output : undefined
}

// A pass says nothing to people; whom it belongs to is not on this phone.
function numberOf(scanned: unknown, language: Language): string {
  const text = textOrEmpty(scanned)
  if (isSealedScanText(text)) {
    openNotes()
    return checkinTexts.sealed[language]
  }
  return text !== '' && text.length <= 32 ? text : checkinTexts.offList[language]
}

// Supervisors alone need the code that opens them.
const openNotes = () =>
  void import('./scans/sealed-scans.ts')
    .then(({ loadScanIdentities }) => loadScanIdentities())
    .catch(() => {})
