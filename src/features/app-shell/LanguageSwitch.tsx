import { setLanguage, useLanguage } from '#app/lib/language/language.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { LANGUAGE_COOKIE } from '#contract/headers-and-cookies'

/**
 * Turns the app to the other language, by that language's own name (D-112). Before the scripts are
 * there the form is sent, and the backend draws the page in it.
 */
export function LanguageSwitch() {
  const isChinese = useLanguage() === 'zh'
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
