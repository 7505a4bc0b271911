import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'

/** Stands while the phone looks for what an earlier page has left. */
export function LoadingPage({ title }: { title: string }) {
  const common = useTexts(commonTexts)
  return (
    <Page title={title} back>
      <Skeleton rows={2} label={common.loading} />
    </Page>
  )
}
