import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { photoScreenTexts } from '#i18n/photo-screen'
import type { usePhotoConsent } from './usePhotoConsent.ts'

/**
 * The purpose of the photo, and the consent that the student has to give before choosing a photo.
 */
export function PhotoConsentCard({ consent }: { consent: ReturnType<typeof usePhotoConsent> }) {
  const texts = useTexts(photoScreenTexts)
  return (
    <>
      <Card title={texts.consent}>
        <Stack>
          <p>{texts.consentWhat}</p>
          <p>{texts.consentWho}</p>
          <p>{texts.consentBack}</p>
        </Stack>
      </Card>
      <Alert text={consent.problem} />
      <Button busy={consent.busy} onClick={() => void consent.agree()}>
        {texts.agree}
      </Button>
    </>
  )
}
