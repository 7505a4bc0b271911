import { preferredLanguage } from './language-preference.ts'

// Runs before the app: applies the theme, text size and language before the first paint.
const html = document.documentElement
const theme = kept('theme')

if (theme === 'light' || theme === 'dark') {
  html.dataset['theme'] = theme
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.setAttribute('content', theme === 'dark' ? '#101311' : '#f3f4f2')
  }
}
if (kept('textSize') === 'large') html.dataset['text'] = 'large'
// The server renders in the browser's language, but a language chosen on this phone takes
// precedence.
html.lang = preferredLanguage() === 'en' ? 'en' : 'zh-CN'

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
