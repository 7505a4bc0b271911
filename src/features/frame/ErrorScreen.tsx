import { useRouter } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { reloadIfAnswered } from '#app/lib/worker.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Problem } from '#app/ui/Problem.tsx'
import { frameWords } from '#words/frame'

/** A page that has failed: nothing typed is lost, try again or go home. */
export function ErrorScreen({ reset }: { reset: () => void }) {
  const words = useWords(frameWords)
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
    // A screen whose file did not come stays broken until the page is new.
    void reloadIfAnswered()
  }
  return (
    <Page title={words.errorTitle} back>
      <Problem title={words.errorTitle} text={words.errorText} retryLabel={words.retry} onRetry={retry} />
      <ButtonLink tone="second" to="/">
        {words.home}
      </ButtonLink>
    </Page>
  )
}
