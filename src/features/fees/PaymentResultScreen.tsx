import { Check, CircleAlert, Clock } from 'lucide'
import { useEffect, useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useStore } from '#app/lib/platform/store.ts'
import { Button } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import type { FeeOrder } from '#contract/fees'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import { paidStateQuery } from './confirmation/recovered-payment.ts'
import { clearUnresolvedPayment, unresolvedPayment } from './confirmation/unresolved-payment.ts'
import { feeOverviewQuery } from './overview/fee-overview.ts'
import { FeeYearChart } from './overview/FeeChart.tsx'
import { HomeLink, PaymentResultActions } from './result/PaymentResultActions.tsx'
import { useResultOrder } from './result/result-order.ts'

/**
 * The two reads of this page are asked for together; the one that came first is no older than this,
 * ms.
 */
const BATCHED_READS_MS = 10_000

/** How a payment ended, as far as the university has said it. */
type PaymentResult = 'loading' | 'unknown' | 'paid' | 'waiting' | 'unpaid'

/**
 * How a payment ended: by the university's word about this very order, whatever the address or an
 * earlier answer says (FEE-06 to FEE-08, D-67). Opened by its address alone the page is about the
 * newest order.
 */
export function PaymentResultScreen({
  reportedResult,
  sort,
  stunum,
}: {
  reportedResult: 'paid' | 'failed'
  sort: string | undefined
  stunum: string
}) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const { result, order, at, problem, retry } = usePaymentResult({
    reportedResult,
    number: useResultOrder(),
  })
  const overview = useOverviewSince(at)
  const owed = overview?.owed ?? 0
  const ask = <Button onClick={retry}>{texts.askResult}</Button>
  const shown = {
    loading: <Skeleton rows={3} label={common.loading} />,
    unknown: (
      <EmptyState
        tone="need"
        icon={<Icon of={CircleAlert} />}
        title={texts.resultUnknown}
        text={offline ? common.offlineOnly : (problem ?? texts.checkingText)}
        action={
          <>
            {ask}
            <HomeLink />
          </>
        }
      />
    ),
    paid: (
      <EmptyState
        tone="done"
        icon={<Icon of={Check} />}
        title={texts.paid}
        {...(order && { text: texts.paidOrder(formatMoney(order.amount), order.number) })}
        action={<PaymentResultActions paid owed={owed} sort={sort} stunum={stunum} />}
      />
    ),
    waiting: (
      <EmptyState
        tone="wait"
        icon={<Icon of={Clock} />}
        title={texts.confirming}
        text={texts.checkingText}
        action={
          <>
            {ask}
            <HomeLink />
          </>
        }
      />
    ),
    unpaid: (
      <EmptyState
        tone="need"
        icon={<Icon of={CircleAlert} />}
        title={reportedResult === 'failed' ? texts.failed : texts.nothingPaid}
        text={order?.state === 'closed' ? texts.orderClosed : texts.failedText}
        action={<PaymentResultActions paid={false} owed={owed} sort={sort} stunum={stunum} />}
      />
    ),
  } satisfies Record<PaymentResult, unknown>
  const isKnown = result === 'paid' || result === 'unpaid'
  return (
    <Page title={texts.resultTitle} back={sort === undefined ? '/' : `/welcome/${stunum}`}>
      {shown[result]}
      {isKnown && overview && <FeeYearChart overview={overview} />}
    </Page>
  )
}

/**
 * What the university says of this payment. An answer from before this page counts only where it is
 * final and about this order; without an answer the result is unknown, not failed.
 */
function usePaymentResult({
  reportedResult,
  number,
}: {
  reportedResult: 'paid' | 'failed'
  number: string | undefined
}): {
  readonly result: PaymentResult
  readonly order: FeeOrder | undefined
  readonly at: number | undefined
  readonly problem: string | undefined
  readonly retry: () => void
} {
  const [openedAt] = useState(() => Date.now())
  const offline = useNetwork() === 'offline'
  const begun = useStore(unresolvedPayment)
  const { data, at, state, problem, retry } = useInquiry(paidStateQuery(number))
  // Stays while it is asked again, so that the button does not come and go.
  const [hasFailed, setHasFailed] = useState(false)
  if (!hasFailed && (state === 'failed' || problem !== undefined || offline)) setHasFailed(true)
  const answered = data?.order ?? undefined
  const isOwn = number !== undefined && answered?.number === number
  const isOfThisPage = (at ?? 0) >= openedAt
  const isCurrent =
    data !== undefined &&
    ((isOwn && answered.state === 'paid') ||
      (isOfThisPage && (isOwn || number === undefined || data.order === undefined)))
  const order = isCurrent ? answered : undefined
  const result = ((): PaymentResult => {
    if (!isCurrent) return hasFailed || isOfThisPage ? 'unknown' : 'loading'
    // A backend that tells no orders says only whether something is paid this year.
    if (order === undefined) return data.paid && reportedResult === 'paid' ? 'paid' : 'unpaid'
    if (order.state === 'paid') return 'paid'
    return order.state === 'checking' || (reportedResult === 'paid' && order.state === 'open')
      ? 'waiting'
      : 'unpaid'
  })()
  // Seen here, it is no news on the next page.
  const isTold = result === 'paid' && begun?.order !== undefined && begun.order === order?.number
  useEffect(() => {
    if (isTold) clearUnresolvedPayment()
  }, [isTold])
  return { result, order, at: isCurrent ? at : undefined, problem, retry }
}

/**
 * What the year comes to by now: nothing from before the payment, which would still ask for what is
 * paid. `askedAt` in ms.
 */
function useOverviewSince(askedAt = Number.POSITIVE_INFINITY) {
  const { data, at = 0, isOutdated = false } = useCachedQuery(feeOverviewQuery())
  return at > askedAt - BATCHED_READS_MS && !isOutdated ? data : undefined
}
