import type { ReactNode } from 'react'
import { useAge } from '#app/lib/age.ts'
import type { KeptState } from '#app/lib/kept.ts'
import { useWords } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonWords } from '#words/common'
import { formWords } from '#words/form'
import { greenchannelWords } from '#words/greenchannel'

/** A page about an own application, once it is known whether there is one. */
export function ApplicationPage({
  title,
  kept,
  children,
}: {
  title: string
  kept: KeptState<unknown>
  children: ReactNode
}) {
  const words = useWords(greenchannelWords)
  const common = useWords(commonWords)
  const form = useWords(formWords)
  const age = useAge(kept, words.what)
  return (
    <Page
      title={title}
      back
      banner={age && <AgeBanner strong={age.strong} text={words.onlineOnly} />}
    >
      {kept.data === undefined ? (
        <Reading
          kept={kept}
          failed={words.failedRead}
          retryLabel={form.retry}
          loadingLabel={common.loading}
        />
      ) : (
        children
      )}
    </Page>
  )
}
