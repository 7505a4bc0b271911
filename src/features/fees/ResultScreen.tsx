import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Button } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'
import { feesWords } from '#words/fees'
import { paidStateQuery } from './queries.ts'
import { WayOn } from './WayOn.tsx'

/** How a payment ended: by the university's word, whatever the address says (FEE-06 to FEE-08, D-67). */
export function ResultScreen({ says, sort, stunum }: { says: 'paid' | 'failed'; sort: string | undefined; stunum: string }) {
  const words = useWords(feesWords)
  const common = useWords(commonWords)
  const kept = useKept(paidStateQuery())
  const offline = useNetwork() === 'offline'
  const order = kept.data?.order ?? undefined
  const isPaid = order === undefined ? kept.data?.paid === true && says === 'paid' : order.state === 'paid'
  const isWaiting = order?.state === 'checking' || (says === 'paid' && order?.state === 'open')
  const again = (
    <Button tone="second" onClick={kept.retry}>
      {words.refresh}
    </Button>
  )
  const wayOn = <WayOn paid={isPaid} sort={sort} stunum={stunum} />
  let shown = <Skeleton rows={3} label={common.loading} />
  if (kept.data === undefined && (offline || kept.state === 'failed')) {
    const text = offline ? common.offlineOnly : (kept.problem ?? common.networkError)
    shown = (
      <Empty
        icon={<CircleAlert />}
        title={says === 'failed' ? words.failed : words.resultUnknown}
        text={text}
        action={
          <>
            {again}
            {wayOn}
          </>
        }
      />
    )
  } else if (isPaid) {
    shown = (
      <Empty
        icon={<Check />}
        title={words.paid}
        {...(order && { text: words.paidOrder(shownMoney(order.amount), order.number) })}
        action={wayOn}
      />
    )
  } else if (isWaiting) {
    shown = (
      <Empty
        icon={<Clock />}
        title={words.confirming}
        text={words.checkingText}
        action={
          <>
            {again}
            {wayOn}
          </>
        }
      />
    )
  } else if (kept.data !== undefined) {
    shown = (
      <Empty
        icon={<CircleAlert />}
        title={says === 'failed' ? words.failed : words.nothingPaid}
        text={order?.state === 'closed' ? words.orderClosed : words.failedText}
        action={wayOn}
      />
    )
  }
  return (
    <Page title={words.resultTitle} back={sort === undefined ? '/' : `/welcome/${stunum}`}>
      {shown}
    </Page>
  )
}
