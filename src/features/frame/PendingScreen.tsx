import { useWords } from '#app/lib/language.ts'
import { useFrame } from '#app/ui/frame.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { frameWords } from '#words/frame'

/** Stands while the code of a page is on its way. */
export function PendingScreen() {
  const words = useWords(frameWords)
  return (
    <Page title={useFrame().site} back>
      <Skeleton rows={5} label={words.loading} />
    </Page>
  )
}
