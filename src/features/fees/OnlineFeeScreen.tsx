import { useState } from 'react'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { useLazyComponent } from '#app/ui/lazy-component.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import { computeFeeOffset, type FeeOverview } from '#contract/fees'
import { feesTexts } from '#i18n/fees'
import { feeOverviewQuery } from './overview/fee-overview.ts'
import { FeeChart } from './overview/FeeChart.tsx'
import { FeeItems } from './overview/FeeItems.tsx'
import { PayerCard } from './overview/PayerCard.tsx'
import { useOwedRecheck } from './overview/useOwedRecheck.ts'

// The amount owed is shown from the cache at once; the code for paying is loaded afterwards.
const loadPaying = async () => (await import('./overview/FeeStepBody.tsx')).FeeStepBody
const loadNotice = async () => (await import('./order/OrderNotice.tsx')).OrderNotice

/**
 * The fee step. What is due, paid and owed can be read offline; paying needs a network (FEE-01).
 */
export function OnlineFeeScreen({ step, stunum }: { step: string; stunum: string }) {
  const texts = useTexts(feesTexts)
  const kept = useCachedQuery(feeOverviewQuery())
  const age = useStaleDataNotice(kept, texts.what)
  const pay = useLazyComponent(loadPaying, true)
  const note = useLazyComponent(loadNotice, true)
  const overview = kept.data
  useOwedRecheck(overview, kept)
  return (
    <Page
      title={texts.title}
      back={`/welcome/${stunum}`}
      banner={
        (age !== undefined || kept.isOutdated === true) && (
          <StaleDataBanner
            strong={kept.isOutdated === true ? texts.outdated : (age?.strong ?? '')}
            {...(age !== undefined && {
              text: age.text === undefined ? texts.payOnlineOnly : texts.aged(age.text),
            })}
          />
        )
      }
    >
      {overview === undefined && <QueryFallback kept={kept} failed={texts.failedRead} rows={6} />}
      {overview && (
        <>
          {note?.({})}
          <PayerCard />
          <Years overview={overview} />
          <FeeItems overview={overview} />
          {pay?.({
            overview,
            step,
            stunum,
            isStale: kept.problem !== undefined,
            onBlocked: kept.retry,
          }) ?? <Skeleton rows={4} />}
        </>
      )}
    </Page>
  )
}

function Years({ overview }: { overview: FeeOverview }) {
  const texts = useTexts(feesTexts)
  const [year, setYear] = useState(overview.year)
  const chosen = overview.years.find((one) => one.year === year)
  const of =
    year === overview.year || chosen === undefined
      ? overview
      : { ...chosen, owed: chosen.owed ?? Math.max(0, chosen.due - chosen.paid) }
  const figures = { due: of.due, paid: of.paid, owed: of.owed, offset: computeFeeOffset(of) }
  return (
    <>
      {overview.years.length > 1 && (
        <Card flush>
          <SelectField
            label={texts.year}
            value={year}
            options={overview.years.map((one) => ({
              value: one.year,
              label: texts.yearNamed(one.year),
            }))}
            onChange={setYear}
          />
        </Card>
      )}
      <FeeChart year={year} {...figures} />
    </>
  )
}
