import { useEffect } from 'react'
import { useWords } from '#app/lib/language.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { scannerWords } from '#words/checkin-scanner'
import { rosterQuery } from './scanner.ts'
import { useScans } from './scans.ts'

/**
 * Says that the sign-in has ended, and leads to another one and back, where a confirmation came
 * back for that. The worker may have heard it alone: the page then asks for itself, once.
 */
export function SignInAgain({ next }: { next: '/scanning' | '/scanCodes' }) {
  const words = useWords(scannerWords)
  const { isSignedOut } = useScans()
  useEffect(() => {
    if (isSignedOut) void queryClient.refetchQueries({ queryKey: rosterQuery().queryKey })
  }, [isSignedOut])
  if (!isSignedOut) return null
  return (
    <>
      <Alert text={words.signedOut} />
      <ButtonLink to="/login/{-$app}" params={{}} search={{ next }}>
        {words.signIn}
      </ButtonLink>
    </>
  )
}
