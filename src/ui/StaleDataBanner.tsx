import { CloudOff, SignalLow } from 'lucide'
import { Banner } from './Banner.tsx'
import { Icon } from './Icon.tsx'

/**
 * The line above cached data: the state of the network, and the age of the data or another remark.
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
