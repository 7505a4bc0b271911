import { lazy, Suspense, useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import { photoScreenTexts } from '#i18n/photo-screen'
import type { usePhotoConsent } from './usePhotoConsent.ts'

const ConfirmTakeBack = lazy(() =>
  import('./PhotoDialogs.tsx').then((module) => ({ default: module.WithdrawPhotoConsentDialog })),
)

/** Withdraws the consent, which deletes the photo. */
export function WithdrawPhotoConsent({ consent }: { consent: ReturnType<typeof usePhotoConsent> }) {
  const texts = useTexts(photoScreenTexts)
  const [asking, ask] = useState(false)
  const confirm = async () => {
    ask(false)
    if (await consent.takeBack()) showToast(texts.takenBack)
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
