import { FileText } from 'lucide'
import { NoticeContent } from '#app/features/notices/public.ts'
import { useCachedQuery } from '#app/lib/cache/cached-query.ts'
import { useStaleDataNotice } from '#app/lib/cache/stale-data-notice.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { StaleDataBanner } from '#app/ui/StaleDataBanner.tsx'
import type { GuideName } from '#contract/guide'
import { publicGuideTexts } from '#i18n/public-guide'
import { guideQuery } from './queries.ts'

/** A page whose text the school writes. It can be read without a binding (NOT-04, NOT-05). */
export function GuideScreen({ name }: { name: GuideName }) {
  const texts = useTexts(publicGuideTexts)
  const language = useLanguage()
  const kept = useCachedQuery(guideQuery())
  const age = useStaleDataNotice(kept, texts[name])
  const found = kept.data?.guides.find((one) => one.name === name)
  const inEnglish = language === 'en' ? found?.contentEn : undefined
  return (
    <Page title={texts[name]} back banner={age && <StaleDataBanner {...age} />}>
      {kept.data === undefined && <QueryFallback kept={kept} failed={texts.failed} />}
      {kept.data !== undefined && found === undefined && (
        <EmptyState icon={<Icon of={FileText} />} title={texts.none} text={texts.noneText} />
      )}
      {found !== undefined && (
        <NoticeContent time={texts.updatedOn(found.updatedOn)} html={inEnglish || found.content} />
      )}
      {name === 'know' && (
        <ButtonLink tone="second" to="/feeMenu">
          {texts.seeFees}
        </ButtonLink>
      )}
    </Page>
  )
}
