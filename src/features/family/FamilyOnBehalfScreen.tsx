import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { FamilyForm } from './FamilyForm.tsx'
import { parseFamilyRecord, toFamilyFormValues } from './values.ts'

/** The household and the family, filled in by the office. */
export const FamilyOnBehalfScreen = ({
  student,
  step,
  payload,
  version,
  write,
  onSaved,
}: OnBehalfProps) => (
  <FamilyForm
    {...noDraftProps}
    source={{
      values: toFamilyFormValues(parseFamilyRecord(payload), { student, step, phone: '' }),
      baseVersion: version,
    }}
    write={write}
    onSaved={onSaved}
  />
)
