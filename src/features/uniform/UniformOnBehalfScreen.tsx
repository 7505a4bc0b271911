import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { UniformForm } from './UniformForm.tsx'
import { toUniformFormValues, parseUniformRecord } from './values.ts'

/** The uniform, filled in by the office. */
export function UniformOnBehalfScreen({
  student,
  payload,
  version,
  garments,
  colours,
  ...onBehalf
}: OnBehalfProps) {
  const record = parseUniformRecord(payload)
  return (
    <UniformForm
      {...noDraftProps}
      garments={garments}
      colours={colours}
      source={{ values: toUniformFormValues({ record, garments, student }), baseVersion: version }}
      isNew={record === undefined}
      // The backend completes the step itself when the office submits.
      mark={undefined}
      write={onBehalf.write}
      onSaved={onBehalf.onSaved}
    />
  )
}
