import { Alert } from '#app/ui/Alert.tsx'
import type { Refusal } from './refusal.ts'

/** What did not go well, said at once. */
export function RefusalAlert({ refusal }: { refusal: Refusal | undefined }) {
  if (refusal === undefined) return null
  const { title, reason } = refusal
  return reason === undefined ? <Alert text={title} /> : <Alert title={title} text={reason} />
}
