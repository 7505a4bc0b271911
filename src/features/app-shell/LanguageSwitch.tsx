import { setLanguage, useChosenLanguage } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { LANGUAGE_COOKIE } from '#contract/headers-and-cookies'

/**
 * Switches to the other language; the label is in that language (D-112). Before hydration the form
 * is submitted to the backend, which renders the page in that language.
 */
export function LanguageSwitch() {
  const isChinese = useChosenLanguage() === 'zh'
  const other = isChinese ? 'en' : 'zh'
  return (
    <form
      method="post"
      action={`?${LANGUAGE_COOKIE}=${other}`}
      onSubmit={(event) => {
        event.preventDefault()
        setLanguage(other)
      }}
    >
      <TextButton submits lang={isChinese ? 'en' : 'zh-CN'}>
        {isChinese ? 'English' : '中文'}
      </TextButton>
    </form>
  )
}
