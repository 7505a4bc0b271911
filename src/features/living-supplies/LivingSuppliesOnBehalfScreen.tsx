import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { LivingSuppliesForm } from './LivingSuppliesForm.tsx'
import { selectPackages, parseSuppliesRecord } from './values.ts'

/** The living supplies, reserved by the office. */
export function LivingSuppliesOnBehalfScreen({
  student,
  step,
  payload,
  version,
  packages,
  write,
  onSaved,
}: OnBehalfProps) {
  const record = parseSuppliesRecord(payload)
  const chosen = selectPackages(packages, record?.packages.map(({ id }) => id) ?? [])
  return (
    <LivingSuppliesForm
      {...noDraftProps}
      packages={packages}
      source={{ values: { student, step, packages: chosen }, baseVersion: version }}
      isNew={record === undefined}
      write={write}
      onSaved={onSaved}
    />
  )
}
