import { type AtDesk, noDraft } from '#app/lib/forms/desk.ts'
import { TravelForm } from './TravelForm.tsx'
import { readRecord, valuesOf } from './values.ts'

/** The way to school, filled in by the office. */
export const TravelDeskScreen = ({ student, step, words, version, write, onSaved }: AtDesk) => (
  <TravelForm
    {...noDraft}
    source={{ values: valuesOf(readRecord(words), { student, step }), baseVersion: version }}
    write={write}
    onSaved={onSaved}
  />
)
