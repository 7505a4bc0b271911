import { CloudOff, SignalLow } from 'lucide'
import { useEffect, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { outboxWords } from '#words/outbox'

/** How the network is, and when the next try comes by itself. `nextAt` in ms. */
export function NetworkBanner({ nextAt }: { nextAt: number | undefined }) {
  const words = useWords(outboxWords)
  const network = useNetwork()
  if (network === 'offline') {
    return (
      <Banner icon={<Icon of={CloudOff} />} strong={words.offline} again>
        {words.offlineText}
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
  const words = useWords(outboxWords)
  return (
    <Banner icon={<Icon of={SignalLow} />} strong={words.weak} again>
      {/* A number that changes every second would be read out every second. */}
      {seconds === undefined ? (
        words.offlineText
      ) : (
        <span aria-hidden>{words.weakText(seconds)}</span>
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
