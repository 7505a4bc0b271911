import { ReceiptText } from 'lucide'
import { useOnboardingStep } from '#app/features/onboarding/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Bill } from '#app/ui/Bill.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { commonTexts } from '#i18n/common'
import { feesTexts } from '#i18n/fees'
import { RecoveredPaymentNotice } from './confirmation/RecoveredPaymentNotice.tsx'
import { LazyInvoicesCard } from './invoices/LazyInvoicesCard.ts'
import { feeOverviewQuery } from './overview/fee-overview.ts'
import { FeeYearChart } from './overview/FeeChart.tsx'
import { usePaymentStep } from './overview/usePaymentStep.ts'
import { PayLink } from './payment/PayLink.tsx'
import { chargesQuery } from './queries.ts'
import { LazyRefundsCard } from './refunds/LazyRefundsCard.ts'

/**
 * Lists the payments of this year's fees, their purposes, and the amount left to pay (FEE-05). As a
 * step of the flow, the page links to the next step.
 */
export function PaidFeesScreen({ sort, stunum }: { sort: string | undefined; stunum: string }) {
  const texts = useTexts(feesTexts)
  const common = useTexts(commonTexts)
  const kept = useCachedQuery(chargesQuery())
  const offline = useNetwork() === 'offline'
  const { goOn } = useOnboardingStep(sort ?? '', stunum)
  // A cached response might be outdated, so only a fresh one is shown.
  const isNow = kept.data !== undefined && kept.state !== 'cached'
  const { ways = [], details = [], refunds = [] } = (isNow && kept.data) || {}
  // The charges belong to the year that the campus counts as the current one.
  const overview = useCachedQuery(feeOverviewQuery())
  const year = overview.state === 'cached' ? undefined : overview.data?.year
  const titled = (title: string) =>
    year === undefined ? title : `${texts.yearNamed(year)} · ${title}`
  const head = { amount: texts.sum, total: texts.total }
  return (
    <Page title={texts.checkinTitle} back={sort === undefined ? true : `/welcome/${stunum}`}>
      <RecoveredPaymentNotice />
      {!isNow && (
        <QueryFallback
          kept={{
            ...kept,
            ...(kept.state === 'cached' && { state: 'failed' }),
            ...(offline && { state: 'failed', problem: common.offlineOnly }),
          }}
          failed={texts.checkinFailed}
        />
      )}
      {isNow && ways.length + details.length === 0 && (
        <EmptyState icon={<Icon of={ReceiptText} />} title={texts.noneYet} />
      )}
      {ways.length > 0 && (
        <Card title={titled(texts.ways)}>
          <Bill
            texts={{ ...head, item: texts.ways }}
            items={ways.map(({ way, fee }) => ({ name: way, amount: formatMoney(fee) }))}
            total={formatMoney(ways.reduce((sum, { fee }) => sum + fee, 0))}
          />
        </Card>
      )}
      {details.length > 0 && (
        <Card title={titled(texts.details)}>
          <Bill
            texts={{ ...head, item: texts.item }}
            items={details.map(({ name, paid }) => ({ name, amount: formatMoney(paid) }))}
            total={formatMoney(details.reduce((sum, { paid }) => sum + paid, 0))}
          />
        </Card>
      )}
      {refunds.length > 0 && <LazyRefundsCard refunds={refunds} />}
      {isNow && <LazyInvoicesCard />}
      {isNow && <Rest stunum={stunum} />}
      {sort !== undefined && <Button onClick={goOn}>{texts.next}</Button>}
      {sort === undefined && (
        <ButtonLink tone="second" to="/recharge/$stunum" params={{ stunum }} search={{ all: true }}>
          {texts.backToList}
        </ButtonLink>
      )}
    </Page>
  )
}

/** The total of the year, and the link to pay the rest of it. */
function Rest({ stunum }: { stunum: string }) {
  const texts = useTexts(feesTexts)
  const { data, state, isOutdated = false } = useCachedQuery(feeOverviewQuery())
  const step = usePaymentStep()
  if (data === undefined || state === 'cached' || isOutdated) return null
  return (
    <>
      <FeeYearChart overview={data} />
      {data.owed > 0 && (
        <PayLink
          label={data.paid > 0 ? texts.payRest : texts.pay}
          tone="main"
          sort={step?.toString()}
          stunum={stunum}
        />
      )}
    </>
  )
}
