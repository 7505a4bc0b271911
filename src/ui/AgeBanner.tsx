import CloudOff from 'lucide-react/icons/cloud-off'
import { Banner } from './Banner.tsx'

/** The thin line over kept data: how the network is, and from when the data are, or what else is to be said of it. */
export function AgeBanner({ strong, text }: { strong: string; text?: string }) {
  return (
    <Banner icon={<CloudOff aria-hidden />} strong={strong} again>
      {text}
    </Banner>
  )
}
