import { Check, CircleAlert, Clock } from 'lucide'
import { useEffect, useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useInquiry } from '#app/lib/cache/inquiry.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useExternalStore } from '#app/lib/platform/store.ts'
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
 * The page sends its two reads in one batch. So the earlier response is at most this much older
 * than the later one, ms.
 */
const BATCHED_READS_MS = 10_000

/** The result of a payment, as far as the university has confirmed it. */
type PaymentResult = 'loading' | 'unknown' | 'paid' | 'waiting' | 'unpaid'

/**
 * The result of a payment. It follows the university's state of this order; the address and earlier
 * responses do not count (FEE-06 to FEE-08, D-67). Without an order number the page shows the
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
    loading: <Skeleton rows={3} />,
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
 * Returns the university's state of this payment. A response older than this page counts only if it
 * is final and belongs to this order. Without a response the result is 'unknown', not 'unpaid'.
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
  const begun = useExternalStore(unresolvedPayment)
  const { data, at, state, problem, retry } = useInquiry(paidStateQuery(number))
  // This state stays true during a retry, so that the retry button does not flicker.
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
    // A backend without orders reports only whether something is paid this year.
    if (order === undefined) return data.paid && reportedResult === 'paid' ? 'paid' : 'unpaid'
    if (order.state === 'paid') return 'paid'
    return order.state === 'checking' || (reportedResult === 'paid' && order.state === 'open')
      ? 'waiting'
      : 'unpaid'
  })()
  // A payment whose result this page shows is not announced again on the next page.
  const isTold = result === 'paid' && begun?.order !== undefined && begun.order === order?.number
  useEffect(() => {
    if (isTold) clearUnresolvedPayment()
  }, [isTold])
  return { result, order, at: isCurrent ? at : undefined, problem, retry }
}

/**
 * Returns the fee overview if it was read after the payment. An older overview would still show the
 * paid amount as owed. `askedAt`: when the payment was read, ms since the epoch.
 */
function useOverviewSince(askedAt = Number.POSITIVE_INFINITY) {
  const { data, at = 0, isOutdated = false } = useCachedQuery(feeOverviewQuery())
  return at > askedAt - BATCHED_READS_MS && !isOutdated ? data : undefined
}
