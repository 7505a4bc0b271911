import { useTexts } from '#app/lib/language/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonTexts } from '#i18n/common'

/** Shown while the data that an earlier page has stored is read. */
export function LoadingPage({ title }: { title: string }) {
  const common = useTexts(commonTexts)
  return (
    <Page title={title} back>
      <Skeleton rows={2} label={common.loading} />
    </Page>
  )
}
