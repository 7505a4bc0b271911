import { Check, CircleAlert, Clock } from 'lucide'
import { useInquiry } from '#app/lib/inquiry.ts'
import { useKept } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Button } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { Overview } from '#contract/fees'
import { commonWords } from '#words/common'
import { feesWords } from '#words/fees'
import { Figures } from './FeePicture.tsx'
import { paidStateQuery } from './found.ts'
import { overviewQuery } from './overview.ts'
import { WayOn } from './WayOn.tsx'

/**
 * The two reads of this page are asked for together; the one that came first is no older than this,
 * ms.
 */
const TOGETHER_MS = 10_000

/**
 * How a payment ended: by the university's word, whatever the address says (FEE-06 to FEE-08,
 * D-67).
 */
export function ResultScreen({
  says,
  sort,
  stunum,
}: {
  says: 'paid' | 'failed'
  sort: string | undefined
  stunum: string
}) {
  const words = useWords(feesWords)
  const common = useWords(commonWords)
  const kept = useInquiry(paidStateQuery())
  const offline = useNetwork() === 'offline'
  const order = kept.data?.order ?? undefined
  const isPaid =
    order === undefined ? kept.data?.paid === true && says === 'paid' : order.state === 'paid'
  const isWaiting = order?.state === 'checking' || (says === 'paid' && order?.state === 'open')
  const again = (
    <Button tone="second" onClick={kept.retry}>
      {words.refresh}
    </Button>
  )
  const overview = useStill(kept.at)
  const wayOn = <WayOn paid={isPaid} owed={overview?.owed ?? 0} sort={sort} stunum={stunum} />
  let shown = <Skeleton rows={3} label={common.loading} />
  if (kept.data === undefined && (offline || kept.state === 'failed')) {
    const text = offline ? common.offlineOnly : (kept.problem ?? common.networkError)
    shown = (
      <Empty
        tone="need"
        icon={<Icon of={CircleAlert} />}
        title={words.resultUnknown}
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
        tone="done"
        icon={<Icon of={Check} />}
        title={words.paid}
        {...(order && { text: words.paidOrder(shownMoney(order.amount), order.number) })}
        action={wayOn}
      />
    )
  } else if (isWaiting) {
    shown = (
      <Empty
        tone="wait"
        icon={<Icon of={Clock} />}
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
        tone="need"
        icon={<Icon of={CircleAlert} />}
        title={says === 'failed' ? words.failed : words.nothingPaid}
        text={order?.state === 'closed' ? words.orderClosed : words.failedText}
        action={wayOn}
      />
    )
  }
  return (
    <Page title={words.resultTitle} back={sort === undefined ? '/' : `/welcome/${stunum}`}>
      {shown}
      {overview && kept.data !== undefined && !isWaiting && <Figures overview={overview} />}
    </Page>
  )
}

/**
 * What the year comes to by now: nothing from before the payment, which would still ask for what is
 * paid.
 */
function useStill(askedAt = Number.POSITIVE_INFINITY): Overview | undefined {
  const { data, at = 0 } = useKept(overviewQuery())
  return at > askedAt - TOGETHER_MS ? data : undefined
}
