import { CloudOff, SignalLow } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { appShellTexts } from '#i18n/app-shell'

/**
 * A thin line that is shown while the network is offline or weak. It says what still works, and it
 * does not look like an error.
 */
export function NetworkBanner() {
  const texts = useTexts(appShellTexts)
  const network = useNetwork()
  const role = useSession()?.person.role
  if (network === 'online') return null
  if (network === 'weak')
    return (
      <Banner icon={<Icon of={SignalLow} />} strong={texts.weak} again>
        {texts.weakText}
      </Banner>
    )
  const works =
    role === 'student'
      ? texts.offlineStudent
      : role === 'staff'
        ? texts.offlineStaff
        : texts.offlineUnbound
  return (
    <Banner icon={<Icon of={CloudOff} />} strong={texts.offline} again>
      {works}
    </Banner>
  )
}
