import { setLanguage, useLanguage } from '#app/lib/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'

/** Turns the app to the other language, by that language's own name (D-112). */
export function LanguageSwitch() {
  const isChinese = useLanguage() === 'zh'
  return (
    <TextButton
      lang={isChinese ? 'en' : 'zh-CN'}
      onClick={() => setLanguage(isChinese ? 'en' : 'zh')}
    >
      {isChinese ? 'English' : '中文'}
    </TextButton>
  )
}
