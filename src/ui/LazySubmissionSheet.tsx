import type { ComponentProps } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import type { SubmissionSheet, SubmissionSheetStatus } from './SubmissionSheet.tsx'

const Sheet = lazyComponent(async () => (await import('./SubmissionSheet.tsx')).SubmissionSheet)

/**
 * What became of a submission, if there was one. Its code comes right after the form, so that it is
 * here before anybody submits.
 */
export function LazySubmissionSheet({
  status,
  ...props
}: Omit<ComponentProps<typeof SubmissionSheet>, 'status'> & {
  status: SubmissionSheetStatus | undefined
}) {
  return <Sheet {...props} open={status !== undefined} status={status ?? { type: 'sending' }} />
}
