import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { TravelForm } from './TravelForm.tsx'
import { parseTravelRecord, toTravelFormValues } from './values.ts'

/** The travel form, filled in by the office. */
export const TravelOnBehalfScreen = ({
  student,
  step,
  payload,
  version,
  write,
  onSaved,
}: OnBehalfProps) => (
  <TravelForm
    {...noDraftProps}
    source={{
      values: toTravelFormValues(parseTravelRecord(payload), { student, step }),
      baseVersion: version,
    }}
    write={write}
    onSaved={onSaved}
  />
)
