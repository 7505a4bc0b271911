import { CloudOff, SignalLow } from 'lucide'
import { useEffect, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { outboxTexts } from '#i18n/outbox'

/**
 * The state of the network and the time of the next automatic attempt. `nextAt`: ms since the
 * epoch.
 */
export function OutboxRetryBanner({ nextAt }: { nextAt: number | undefined }) {
  const texts = useTexts(outboxTexts)
  const network = useNetwork()
  if (network === 'offline') {
    return (
      <Banner icon={<Icon of={CloudOff} />} strong={texts.offline} again>
        {texts.offlineText}
      </Banner>
    )
  }
  return nextAt === undefined ? (
    network === 'weak' ? (
      <Weak />
    ) : null
  ) : (
    <Countdown key={nextAt} until={nextAt} />
  )
}

function Weak({ seconds }: { seconds?: number }) {
  const texts = useTexts(outboxTexts)
  return (
    <Banner icon={<Icon of={SignalLow} />} strong={texts.weak} again>
      {/* The number is hidden from screen readers, which would read it every second. */}
      {seconds === undefined ? (
        texts.offlineText
      ) : (
        <span aria-hidden>{texts.weakText(seconds)}</span>
      )}
    </Banner>
  )
}

function Countdown({ until }: { until: number }) {
  const network = useNetwork()
  const [now, tick] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (until > now) return <Weak seconds={Math.ceil((until - now) / 1000)} />
  return network === 'weak' ? <Weak /> : null
}
