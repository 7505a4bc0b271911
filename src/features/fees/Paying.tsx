import type { Overview } from '#contract/fees'
import { FeePayment } from './FeePayment.tsx'
import { Standing } from './Standing.tsx'
import { useApplications } from './useApplications.ts'

/** What of the fee step needs a network: how the applications stand, and paying (FEE-12, FEE-57). */
export function Paying(payment: {
  overview: Overview
  /** The overview is a copy because it could not be read. */
  isCut: boolean
  step: string
  stunum: string
  onHindered: () => void
}) {
  const applications = useApplications()
  return (
    <>
      <Standing overview={payment.overview} applications={applications} stunum={payment.stunum} />
      <FeePayment {...payment} isPending={applications.isPending} />
    </>
  )
}
