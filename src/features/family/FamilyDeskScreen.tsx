import { type AtDesk, noDraft } from '#app/lib/forms/desk.ts'
import { FamilyForm } from './FamilyForm.tsx'
import { readRecord, valuesOf } from './values.ts'

/** The household and the family, filled in by the office. */
export const FamilyDeskScreen = ({ student, step, words, version, write, onSaved }: AtDesk) => (
  <FamilyForm
    {...noDraft}
    source={{
      values: valuesOf(readRecord(words), { student, step, phone: '' }),
      baseVersion: version,
    }}
    write={write}
    onSaved={onSaved}
  />
)
