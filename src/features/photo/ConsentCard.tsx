import { useWords } from '#app/lib/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { photoScreenWords } from '#words/photo-screen'
import type { useConsent } from './useConsent.ts'

/** What the photo is for, and the student's word that it may be kept: before any is chosen. */
export function ConsentCard({ consent }: { consent: ReturnType<typeof useConsent> }) {
  const words = useWords(photoScreenWords)
  return (
    <>
      <Card title={words.consent}>
        <Stack>
          <p>{words.consentWhat}</p>
          <p>{words.consentWho}</p>
          <p>{words.consentBack}</p>
        </Stack>
      </Card>
      <Alert text={consent.problem} />
      <Button busy={consent.busy} onClick={() => void consent.agree()}>
        {words.agree}
      </Button>
    </>
  )
}
