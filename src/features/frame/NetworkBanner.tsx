import { CloudOff, SignalLow } from 'lucide'
import { useWords } from '#app/lib/language.ts'
import { useNetwork } from '#app/lib/network.ts'
import { useSession } from '#app/lib/session.ts'
import { Banner } from '#app/ui/Banner.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { frameWords } from '#words/frame'

/** Offline and weak are facts, not errors: one thin line that says what still works. */
export function NetworkBanner() {
  const words = useWords(frameWords)
  const network = useNetwork()
  const role = useSession()?.person.role
  if (network === 'online') return null
  if (network === 'weak')
    return (
      <Banner icon={<Icon of={SignalLow} />} strong={words.weak} again>
        {words.weakText}
      </Banner>
    )
  const works =
    role === 'student'
      ? words.offlineStudent
      : role === 'staff'
        ? words.offlineStaff
        : words.offlineUnbound
  return (
    <Banner icon={<Icon of={CloudOff} />} strong={words.offline} again>
      {works}
    </Banner>
  )
}
