import { useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { lateArrivals } from '#contract/late-arrivals'
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
  const read = useOnlineQuery({ name: 'late-arrivals', entry: lateArrivals.mine, input: {} })
  if (read.data === undefined) return <QueryFallback kept={read} rows={3} />
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
