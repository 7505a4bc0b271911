import { TransferReviewDetailScreen } from './TransferReviewDetailScreen.tsx'
import { TransferReviewListScreen } from './TransferReviewListScreen.tsx'

/** The changes of major: the list, or the one named in the address. */
export function TransferReviewScreen({ rest }: { rest: string }) {
  return rest === '' ? (
    <TransferReviewListScreen />
  ) : (
    <TransferReviewDetailScreen key={rest} id={rest} />
  )
}
