import { useWords } from '#app/lib/language.ts'
import { Page } from '#app/ui/Page.tsx'
import { Skeleton } from '#app/ui/Skeleton.tsx'
import { commonWords } from '#words/common'

/** Stands while the phone looks for what an earlier page has left. */
export function Waiting({ title }: { title: string }) {
  const common = useWords(commonWords)
  return (
    <Page title={title} back>
      <Skeleton rows={2} label={common.loading} />
    </Page>
  )
}
