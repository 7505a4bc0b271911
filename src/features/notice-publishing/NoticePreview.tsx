import { useState } from 'react'
import { NoticeArticle, NoticeFiles } from '#app/features/notices/public.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { EditableNotice } from '#contract/notice-publishing'
import { noticePublishingTexts } from '#i18n/notice-publishing'
import { languageOptions, settingsTexts } from '#i18n/settings'
import type { Language } from '#i18n/translate'
import styles from './notice-publishing.module.css'

/** A notice as its readers see it, rendered by the same component as their screen. */
export function NoticePreview({ notice }: { notice: EditableNotice }) {
  const texts = useTexts(noticePublishingTexts)
  const settings = useTexts(settingsTexts)
  const [language, setLanguage] = useState<Language>('zh')
  // Without an English version, English readers see the Chinese version.
  const inEnglish = language === 'en' && notice.titleEn !== '' && notice.contentEn !== ''
  return (
    <section className={styles['preview']} aria-label={texts.preview}>
      <h2>{texts.preview}</h2>
      <p className={styles['quiet']}>{texts.previewHint}</p>
      <SegmentedControl<Language>
        label={settings.language}
        value={language}
        options={languageOptions}
        onChoose={setLanguage}
      />
      <div lang={inEnglish ? 'en' : 'zh-CN'}>
        <NoticeArticle
          title={inEnglish ? notice.titleEn : notice.title}
          time={notice.publishAt === '' ? chinaNow().slice(0, 16) : notice.publishAt}
          html={inEnglish ? notice.contentEn : notice.content}
        />
      </div>
      {notice.files.length > 0 && <NoticeFiles files={notice.files} />}
    </section>
  )
}
