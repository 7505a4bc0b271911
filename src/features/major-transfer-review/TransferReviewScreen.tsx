import { TransferReviewDetailScreen } from './TransferReviewDetailScreen.tsx'
import { TransferReviewListScreen } from './TransferReviewListScreen.tsx'

/** The changes of major: their list, or the one that the address names. */
export function TransferReviewScreen({ rest }: { rest: string }) {
  return rest === '' ? (
    <TransferReviewListScreen />
  ) : (
    <TransferReviewDetailScreen key={rest} id={rest} />
  )
}
