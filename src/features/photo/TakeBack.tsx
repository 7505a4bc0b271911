import { lazy, Suspense, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { toast } from '#app/ui/toast.ts'
import { photoScreenWords } from '#words/photo-screen'
import type { useConsent } from './useConsent.ts'

const ConfirmTakeBack = lazy(() =>
  import('./PhotoDialogs.tsx').then((module) => ({ default: module.ConfirmTakeBack })),
)

/** The way back out of the consent, with which the photo goes. */
export function TakeBack({ consent }: { consent: ReturnType<typeof useConsent> }) {
  const words = useWords(photoScreenWords)
  const [asking, ask] = useState(false)
  const confirm = async () => {
    ask(false)
    if (await consent.takeBack()) toast(words.takenBack)
  }
  return (
    <>
      <Alert text={consent.problem} />
      <TextButton off={consent.busy} onClick={() => ask(true)}>
        {words.takeBack}
      </TextButton>
      <Suspense>
        {asking && <ConfirmTakeBack onConfirm={() => void confirm()} onClose={() => ask(false)} />}
      </Suspense>
    </>
  )
}
