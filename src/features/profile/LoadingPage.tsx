import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'

/** Shown while the data that an earlier page has stored is read. */
export function LoadingPage({ title }: { title: string }) {
  return (
    <Page title={title} back>
      <Skeleton rows={2} />
    </Page>
  )
}
