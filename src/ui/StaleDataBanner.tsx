import { CloudOff, SignalLow } from 'lucide'
import { Banner } from './Banner.tsx'
import { Icon } from './Icon.tsx'

/**
 * The thin line over kept data: how the network is, and from when the data are, or what else is to
 * be said of it.
 */
export function StaleDataBanner({
  strong,
  text,
  network,
}: {
  strong: string
  text?: string
  network?: 'online' | 'weak' | 'offline'
}) {
  return (
    <Banner icon={<Icon of={network === 'weak' ? SignalLow : CloudOff} />} strong={strong} again>
      {text}
    </Banner>
  )
}
