import { Alert } from '#app/ui/Alert.tsx'
import type { ApplicationRefusal } from './refusal.ts'

/** An alert with the reason of a failure. */
export function ApplicationRefusalAlert({ refusal }: { refusal: ApplicationRefusal | undefined }) {
  if (refusal === undefined) return null
  const { title, reason } = refusal
  return reason === undefined ? <Alert text={title} /> : <Alert title={title} text={reason} />
}
