import type { ReactNode } from 'react'
import { useAge } from '#app/lib/age.ts'
import type { KeptState } from '#app/lib/kept.ts'
import { useTexts } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelTexts } from '#i18n/green-channel'

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
  const texts = useTexts(greenChannelTexts)
  const common = useTexts(commonTexts)
  const form = useTexts(formTexts)
  const age = useAge(kept, texts.what)
  return (
    <Page
      title={title}
      back
      banner={age && <AgeBanner strong={age.strong} text={texts.onlineOnly} />}
    >
      {kept.data === undefined ? (
        <Reading
          kept={kept}
          failed={texts.failedRead}
          retryLabel={form.retry}
          loadingLabel={common.loading}
        />
      ) : (
        children
      )}
    </Page>
  )
}
