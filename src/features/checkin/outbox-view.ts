import * as v from 'valibot'
import { defineFormView, type FormFields, textOrEmpty } from '#app/lib/forms/form-view.ts'
import type { WaitingScan } from '#contract/checkin'
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

/** How the outbox shows a confirmed arrival: by the student's name and room instead of the code. */
export const scanOutboxView = defineFormView<WaitingScan>({
  summary: (fields, language) => {
    const shown = shownOf(fields)
    const student =
      shown === undefined
        ? numberOf(fields['scanned'], language)
        : `${shown.name} · ${shown.building} ${shown.room}`
    return fields['key'] === undefined ? student : `${student} · ${checkinTexts.key[language]}`
  },
  rows: {
    shown: { label: checkinTexts.student, show: (_, __, all) => shownOf(all)?.name ?? '' },
    scanned: {
      label: checkinTexts.number,
      show: (value, language, all) => shownOf(all)?.number ?? numberOf(value, language),
    },
    at: { shownWith: 'scanned' },
    key: { shownWith: 'scanned' },
  },
  // A scan has no server version to compare with: confirming an arrival twice changes nothing.
  fetchServerVersion: async () => ({ type: 'ok', data: null, echoed: false }),
})

function shownOf(fields: FormFields) {
  const scanned = textOrEmpty(fields['scanned'])
  const read = v.safeParse(Shown, withScanIdentity({ scanned, shown: fields['shown'] }).shown)
  return read.success ? read.output : undefined
}

// The text for a scanned number. People cannot read the text of a pass, and this phone does not
// know which student it belongs to, so a pass has a general text.
function numberOf(scanned: unknown, language: Language): string {
  const text = textOrEmpty(scanned)
  if (isSealedScanText(text)) {
    openNotes()
    return checkinTexts.sealed[language]
  }
  return text !== '' && text.length <= 32 ? text : checkinTexts.offList[language]
}

// Loads the code that opens sealed scans on demand, because only supervisors need it.
const openNotes = () =>
  void import('./scans/sealed-scans.ts')
    .then(({ loadScanIdentities }) => loadScanIdentities())
    .catch(() => {})
