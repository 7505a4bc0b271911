import { FileText } from 'lucide'
import { PageArticle } from '#app/features/notices/face.ts'
import { useAge } from '#app/lib/age.ts'
import { useKept } from '#app/lib/kept.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { AgeBanner } from '#app/ui/AgeBanner.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import type { GuideName } from '#contract/guide'
import { commonTexts } from '#i18n/common'
import { publicGuideTexts } from '#i18n/public-guide'
import { guideQuery } from './queries.ts'

/** A page that the school writes itself; it needs no binding (NOT-04, NOT-05). */
export function GuideScreen({ name }: { name: GuideName }) {
  const texts = useTexts(publicGuideTexts)
  const common = useTexts(commonTexts)
  const language = useLanguage()
  const kept = useKept(guideQuery())
  const age = useAge(kept, texts[name])
  const found = kept.data?.guides.find((one) => one.name === name)
  const inEnglish = language === 'en' ? found?.contentEn : undefined
  return (
    <Page title={texts[name]} back banner={age && <AgeBanner {...age} />}>
      {kept.data === undefined && (
        <Reading
          kept={kept}
          failed={texts.failed}
          retryLabel={texts.retry}
          loadingLabel={common.loading}
        />
      )}
      {kept.data !== undefined && found === undefined && (
        <Empty icon={<Icon of={FileText} />} title={texts.none} text={texts.noneText} />
      )}
      {found !== undefined && (
        <PageArticle time={texts.updatedOn(found.updatedOn)} html={inEnglish || found.content} />
      )}
      {name === 'know' && (
        <ButtonLink tone="second" to="/feeMenu">
          {texts.seeFees}
        </ButtonLink>
      )}
    </Page>
  )
}
