import type { ComponentProps } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import type { SubmissionSheet, SubmissionSheetStatus } from './SubmissionSheet.tsx'

const Sheet = lazyComponent(async () => (await import('./SubmissionSheet.tsx')).SubmissionSheet)

/**
 * The result of a submission, if there was one. The code of the sheet loads right after the form,
 * so that it is available before the submission.
 */
export function LazySubmissionSheet({
  status,
  ...props
}: Omit<ComponentProps<typeof SubmissionSheet>, 'status'> & {
  status: SubmissionSheetStatus | undefined
}) {
  return <Sheet {...props} open={status !== undefined} status={status ?? { type: 'sending' }} />
}
