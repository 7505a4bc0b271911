import type { ComponentProps } from 'react'
import { part } from './part.tsx'
import type { SavedSheet, SavedStatus } from './SavedSheet.tsx'

const Sheet = part(async () => (await import('./SavedSheet.tsx')).SavedSheet)

/**
 * What became of a submission, if there was one. Its code comes right after the form, so that it is
 * here before anybody submits.
 */
export function Saved({
  status,
  ...props
}: Omit<ComponentProps<typeof SavedSheet>, 'status'> & { status: SavedStatus | undefined }) {
  return <Sheet {...props} open={status !== undefined} status={status ?? { type: 'sending' }} />
}
