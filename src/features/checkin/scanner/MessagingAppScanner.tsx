import { hasMessagingBridge } from '#app/host/bridge.ts'
import { scanWithMessagingApp } from '#app/host/scan.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Button } from '#app/ui/Button.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'

/**
 * A button for the scanner of the messaging app, if that app has one; its scanner needs a network.
 * Failures are shown as alerts (SCN-12 to SCN-14).
 */
export function MessagingAppScanner({ onText }: { onText: (text: string) => void }) {
  const texts = useTexts(scannerTexts)
  const offline = useNetwork() === 'offline'
  if (!hasMessagingBridge() || offline) return null
  const scan = async () => {
    const scanned = await scanWithMessagingApp()
    switch (scanned.type) {
      case 'scanned':
        return onText(scanned.text)
      case 'too-old':
        return alert(texts.tooOld)
      case 'check-failed':
        return alert(texts.checkFailed)
      case 'failed':
        return alert(scanned.said)
      case 'cancelled':
      case 'none':
        return undefined
    }
  }
  return (
    <Button tone="second" onClick={() => void scan()}>
      {texts.withHost}
    </Button>
  )
}
