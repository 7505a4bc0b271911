import { useTexts } from '#app/lib/language/language.ts'
import { usePageLayout } from '#app/ui/page-layout.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { appShellTexts } from '#i18n/app-shell'

/** Shown while the code of a page loads. */
export function PendingScreen() {
  const texts = useTexts(appShellTexts)
  return (
    <Page title={usePageLayout().site} back>
      <Skeleton rows={5} label={texts.loading} />
    </Page>
  )
}
