import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { requestCustomerService } from '#app/host/customer-service.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { Button, type ButtonTone } from '#app/ui/Button.tsx'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { supportTexts } from '#i18n/support'

/**
 * A button that contacts customer service, which answers in the messaging app. The app's window is
 * closed, so that the answer is visible (CMP-03, CMP-04).
 */
export function CustomerServiceButton({ tone = 'main' }: { tone?: ButtonTone }) {
  const texts = useTexts(supportTexts)
  const common = useTexts(commonTexts)
  const navigate = useNavigate()
  const offline = useNetwork() === 'offline'
  const [busy, setBusy] = useState(false)
  const contact = async () => {
    if (offline) return showToast(common.offlineOnly)
    setBusy(true)
    const called = await requestCustomerService()
    setBusy(false)
    if (called.type === 'closed') return undefined
    if (called.type !== 'called') return showToast(describeCallOutcome(called))
    showToast(texts.called)
    return navigate({ to: '/' })
  }
  // Without a messaging app the user would get no answer.
  if (appConfig.host === 'none') return null
  return (
    <Button tone={offline ? 'off' : tone} busy={busy} onClick={() => void contact()}>
      {texts.contact}
    </Button>
  )
}
