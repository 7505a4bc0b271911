import { useState } from 'react'
import { isInAppBrowser } from '#app/host/browser.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOutbox } from '#app/lib/outbox/outbox.ts'
import { useExternalStore } from '#app/lib/platform/store.ts'
import type { Session } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { installTexts } from '#i18n/install'
import {
  declineInstall,
  showInstallPrompt,
  installPrompt,
  isInstallDeclined,
  isRunningAsInstalledApp,
  isIos,
} from './install.ts'

/**
 * Suggests adding the app to the home screen after a first success: for a new student after the
 * first delivered form, for other people after the binding. It is not shown where an installation
 * is impossible, such as in an in-app browser.
 */
export function InstallCard({ session }: { session: Session }) {
  const offered = useExternalStore(installPrompt) !== undefined
  const [declined, setDeclined] = useState(isInstallDeclined)
  if (declined || isRunningAsInstalledApp() || isInAppBrowser() || !(offered || isIos()))
    return null
  const putAway = () => {
    declineInstall()
    setDeclined(true)
  }
  return <InstallOffer session={session} offered={offered} onDecline={putAway} />
}

function InstallOffer({
  session,
  offered,
  onDecline,
}: {
  session: Session
  offered: boolean
  onDecline: () => void
}) {
  const texts = useTexts(installTexts)
  const { receipts } = useOutbox()
  if (session.isNew && receipts.length === 0) return null
  return (
    <Card
      flush
      title={texts.title}
      action={<TextButton onClick={onDecline}>{texts.later}</TextButton>}
    >
      {offered ? (
        <Row label={texts.text} trailing={texts.add} onClick={() => void showInstallPrompt()} />
      ) : (
        <Row label={texts.text} description={texts.ios} />
      )}
    </Card>
  )
}
