import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { photoScreenTexts } from '#i18n/photo-screen'
import type { useConsent } from './useConsent.ts'

const ConfirmTakeBack = lazy(() =>
  import('./PhotoDialogs.tsx').then((module) => ({ default: module.ConfirmTakeBack })),
)

/** The way back out of the consent, with which the photo goes. */
export function TakeBack({ consent }: { consent: ReturnType<typeof useConsent> }) {
  const texts = useTexts(photoScreenTexts)
  const [asking, ask] = useState(false)
  const confirm = async () => {
    ask(false)
    if (await consent.takeBack()) toast(texts.takenBack)
  }
  return (
    <>
      <Alert text={consent.problem} />
      <TextButton off={consent.busy} onClick={() => ask(true)}>
        {texts.takeBack}
      </TextButton>
      <Suspense>
        {asking && <ConfirmTakeBack onConfirm={() => void confirm()} onClose={() => ask(false)} />}
      </Suspense>
    </>
  )
}
