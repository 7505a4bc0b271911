import { type AtDesk, noDraft } from '#app/lib/forms/desk.ts'
import { LivingForm } from './LivingForm.tsx'
import { picked, readRecord } from './values.ts'

/** The living supplies, reserved by the office. */
export function LivingDeskScreen({
  student,
  step,
  words,
  version,
  packages,
  write,
  onSaved,
}: AtDesk) {
  const record = readRecord(words)
  const chosen = picked(packages, record?.packages.map(({ id }) => id) ?? [])
  return (
    <LivingForm
      {...noDraft}
      packages={packages}
      source={{ values: { student, step, packages: chosen }, baseVersion: version }}
      isNew={record === undefined}
      write={write}
      onSaved={onSaved}
    />
  )
}
