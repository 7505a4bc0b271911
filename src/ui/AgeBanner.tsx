import CloudOff from 'lucide-react/icons/cloud-off'
import SignalLow from 'lucide-react/icons/signal-low'
import { Banner } from './Banner.tsx'

/**
 * The thin line over kept data: how the network is, and from when the data are, or what else is to
 * be said of it.
 */
export function AgeBanner({
  strong,
  text,
  network,
}: {
  strong: string
  text?: string
  network?: 'online' | 'weak' | 'offline'
}) {
  const Icon = network === 'weak' ? SignalLow : CloudOff
  return (
    <Banner icon={<Icon aria-hidden />} strong={strong} again>
      {text}
    </Banner>
  )
}
