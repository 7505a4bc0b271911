import { usePageLayout } from '#app/ui/page-layout.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'

/** Shown while the code of a page loads. */
export function PendingScreen() {
  return (
    <Page title={usePageLayout().site} back>
      <Skeleton rows={5} />
    </Page>
  )
}
