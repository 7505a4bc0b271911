import { useState } from 'react'
import { Article, NoticeFiles } from '#app/features/notices/face.ts'
import { useWords } from '#app/lib/language.ts'
import { chinaNow } from '#app/lib/moments.ts'
import { Segments } from '#app/ui/Segments.tsx'
import type { EditedNotice } from '#contract/noticeboard'
import { noticeboardWords } from '#words/noticeboard'
import type { Language } from '#words/say'
import { settingsWords } from '#words/settings'
import styles from './noticeboard.module.css'

// Each by its own name.
const LANGUAGES = [
  { value: 'zh', label: '中文', lang: 'zh-CN' },
  { value: 'en', label: 'English', lang: 'en' },
] as const

/** A notice as its readers see it: the very element that their screen draws. */
export function Preview({ notice }: { notice: EditedNotice }) {
  const words = useWords(noticeboardWords)
  const settings = useWords(settingsWords)
  const [language, setLanguage] = useState<Language>('zh')
  // Who reads English gets the Chinese one where there is no other.
  const inEnglish = language === 'en' && notice.titleEn !== '' && notice.contentEn !== ''
  return (
    <section className={styles['preview']} aria-label={words.preview}>
      <h2>{words.preview}</h2>
      <p className={styles['quiet']}>{words.previewHint}</p>
      <Segments<Language>
        label={settings.language}
        value={language}
        options={LANGUAGES}
        onChoose={setLanguage}
      />
      <div lang={inEnglish ? 'en' : 'zh-CN'}>
        <Article
          title={inEnglish ? notice.titleEn : notice.title}
          time={notice.publishAt === '' ? chinaNow().slice(0, 16) : notice.publishAt}
          html={inEnglish ? notice.contentEn : notice.content}
        />
      </div>
      {notice.files.length > 0 && <NoticeFiles files={notice.files} />}
    </section>
  )
}
