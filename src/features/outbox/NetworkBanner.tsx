import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { outboxWords } from '#words/outbox'
import CloudOff from 'lucide-react/icons/cloud-off'
import WifiLow from 'lucide-react/icons/wifi-low'
import { useEffect, useState } from 'react'

/** How the network is, and when the next try comes by itself. */
export function NetworkBanner({ waits, nextAt }: { waits: boolean; nextAt: number | undefined }) {
  const words = useWords(outboxWords)
  const network = useNetwork()
  const seconds = useSecondsUntil(waits ? nextAt : undefined)
  if (network === 'offline') {
    return <Banner icon={<CloudOff aria-hidden />} strong={words.offline}>{words.offlineText}</Banner>
  }
  if (seconds === undefined && network === 'online') return null
  return (
    <Banner icon={<WifiLow aria-hidden />} strong={words.weak}>
      {/* A number that changes every second would be read out every second. */}
      {seconds === undefined ? words.offlineText : <span aria-hidden>{words.weakText(seconds)}</span>}
    </Banner>
  )
}

function useSecondsUntil(at: number | undefined): number | undefined {
  const [now, tick] = useState(Date.now)
  const waits = at !== undefined && at > now
  useEffect(() => {
    if (at === undefined) return undefined
    tick(Date.now())
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  return waits ? Math.ceil((at - now) / 1000) : undefined
}
