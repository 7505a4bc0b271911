import { Alert } from '#app/ui/Alert.tsx'
import type { Refusal } from './refusal.ts'

/** An alert with the reason of a failure. */
export function RefusalAlert({ refusal }: { refusal: Refusal | undefined }) {
  if (refusal === undefined) return null
  const { title, reason } = refusal
  return reason === undefined ? <Alert text={title} /> : <Alert title={title} text={reason} />
}
