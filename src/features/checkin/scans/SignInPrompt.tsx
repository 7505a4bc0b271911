import { useEffect } from 'react'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'
import { rosterQuery } from '../roster/queries.ts'
import { useScans } from './scans.ts'

/**
 * Tells the user that the sign-in has ended, after a confirmation was rejected for that reason, and
 * links to the sign-in page and back. Perhaps only the service worker knows of the end, so the page
 * checks once itself.
 */
export function SignInPrompt({
  next,
  station,
}: {
  next: '/scanning' | '/scanCodes' | '/scanCodes/stations'
  station?: string | undefined
}) {
  const texts = useTexts(scannerTexts)
  const { isSignedOut } = useScans(station)
  useEffect(() => {
    if (isSignedOut) void queryClient.refetchQueries({ queryKey: rosterQuery(station).queryKey })
  }, [isSignedOut, station])
  if (!isSignedOut) return null
  return (
    <>
      <Alert text={texts.signedOut} />
      <ButtonLink to="/login/{-$app}" params={{}} search={{ next }}>
        {texts.signIn}
      </ButtonLink>
    </>
  )
}
