import { useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ErrorState } from '#app/ui/ErrorState.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { lateArrivals } from '#contract/late-arrivals'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { lateArrivalTexts } from '#i18n/late-arrivals'
import { LateArrivalRequests } from './LateArrivalRequests.tsx'

/** A card with which a new student asks to arrive late, and sees the answer. */
export function LateArrivalCard() {
  const texts = useTexts(lateArrivalTexts)
  const [open, setOpen] = useState(false)
  return (
    <Card title={texts.cannotCome}>
      <Button tone="second" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Sheet open={open} title={texts.title} onClose={() => setOpen(false)}>
        {open && <Content />}
      </Sheet>
    </Card>
  )
}

function Content() {
  const texts = useTexts(lateArrivalTexts)
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  const read = useOnlineQuery({ name: 'late-arrivals', entry: lateArrivals.mine, input: {} })
  if (read.data === undefined)
    return read.state === 'failed' ? (
      <ErrorState
        text={read.problem ?? ''}
        why={read.why}
        retryLabel={form.retry}
        onRetry={read.retry}
      />
    ) : (
      <Skeleton rows={3} label={common.loading} />
    )
  const waiting = read.data.requests.find(({ state }) => state === 'waiting')
  return (
    <>
      <p>{texts.about}</p>
      <LateArrivalRequests
        key={waiting?.id ?? ''}
        waiting={waiting}
        {...read.data}
        onChanged={read.retry}
      />
    </>
  )
}
