import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { UniformForm } from './UniformForm.tsx'
import { toFormValues, readRecord } from './values.ts'

/** The uniform, filled in by the office. */
export function UniformOnBehalfScreen({
  student,
  payload,
  version,
  garments,
  colours,
  ...onBehalf
}: OnBehalfProps) {
  const record = readRecord(payload)
  return (
    <UniformForm
      {...noDraftProps}
      garments={garments}
      colours={colours}
      source={{ values: toFormValues({ record, garments, student }), baseVersion: version }}
      isNew={record === undefined}
      // The office's backend completes the step itself.
      mark={undefined}
      write={onBehalf.write}
      onSaved={onBehalf.onSaved}
    />
  )
}
