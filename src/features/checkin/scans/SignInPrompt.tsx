import { useEffect } from 'react'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { scannerTexts } from '#i18n/checkin-scanner'
import { rosterQuery } from '../roster/queries.ts'
import { useScans } from './scans.ts'

/**
 * Says that the sign-in has ended, and leads to another one and back, where a confirmation came
 * back for that. The worker may have heard it alone: the page then asks for itself, once.
 */
export function SignInPrompt({ next }: { next: '/scanning' | '/scanCodes' }) {
  const texts = useTexts(scannerTexts)
  const { isSignedOut } = useScans()
  useEffect(() => {
    if (isSignedOut) void queryClient.refetchQueries({ queryKey: rosterQuery().queryKey })
  }, [isSignedOut])
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
