import { screen } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { negotiateLanguage } from '#i18n/translate'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { withoutAct } from '#tests/support/screens/without-act.ts'

openScreenCampus()

describe('the language of a phone without a setting [D-112]', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    [['zh-CN'], 'zh'],
    [['zh-Hant-TW', 'en'], 'zh'],
    [['en-GB', 'zh'], 'en'],
    [['vi-VN', 'vi', 'zh-CN'], 'zh'],
    [['ru-RU'], 'en'],
    [['ug-CN'], 'zh'],
    [[], 'zh'],
  ])(
    'a phone whose browser prefers %j is shown the app in %s [D-112]',
    async (languages, language) => {
      expect(negotiateLanguage(languages)).toBe(language)
      vi.resetModules()
      localStorage.removeItem('language')
      document.cookie = 'language=; Max-Age=0; Path=/'
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
      const { currentLanguage } = await import('#app/lib/language/language.ts')
      expect(currentLanguage()).toBe(language)
      await import('../../src/lib/language/apply-preferences.ts')
      expect(document.documentElement.lang).toBe(language === 'zh' ? 'zh-CN' : 'en')
    },
  )

  test('the chosen language takes precedence over the browser’s [D-112]', async () => {
    vi.resetModules()
    localStorage.setItem('language', 'zh')
    document.cookie = 'language=; Max-Age=0; Path=/'
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US'])
    const { currentLanguage } = await import('#app/lib/language/language.ts')
    expect(currentLanguage()).toBe('zh')
    // The backend stores a choice that is made before the scripts have loaded, in a cookie alone.
    vi.resetModules()
    document.cookie = 'language=en; Path=/'
    expect((await import('#app/lib/language/language.ts')).currentLanguage()).toBe('en')
  })
})

test.each(['/', '/login'])(
  '%s has a language switch whose label is in the language that it switches to [D-112]',
  async (address) => {
    const { user } = await openApp(address)
    const english = screen.getByRole('button', { name: 'English' })
    expect(english).toHaveProperty('lang', 'en')
    await user.click(english)
    expect(document.documentElement.lang).toBe('en')
    expect(localStorage.getItem('language')).toBe('en')
    const chinese = await screen.findByRole('button', { name: '中文' })
    expect(chinese).toHaveProperty('lang', 'zh-CN')
    await user.click(chinese)
    expect(document.documentElement.lang).toBe('zh-CN')
  },
)

test('the language switch answers a tap at once, and the texts are rendered after that [D-112]', async () => {
  await openApp('/')
  const english = screen.getByRole('button', { name: 'English' })
  await withoutAct(async () => {
    english.click()
    // Renders everything that is not deferred.
    flushSync(() => {})
    expect(english.textContent).toBe('中文')
    expect(screen.queryByRole('link', { name: '首页' })).not.toBeNull()
    expect(document.documentElement.lang).toBe('zh-CN')
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('en'))
    expect(screen.queryByRole('link', { name: '首页' })).toBeNull()
  })
})

test('on the personal page the chosen language is marked at once, and a second tap wins [D-112]', async () => {
  await openApp('/me')
  const english = screen.getByRole<HTMLInputElement>('radio', { name: 'English' })
  const chinese = screen.getByRole<HTMLInputElement>('radio', { name: '中文' })
  await withoutAct(async () => {
    english.click()
    flushSync(() => {})
    expect(english.checked).toBe(true)
    chinese.click()
    flushSync(() => {})
    expect(chinese.checked).toBe(true)
    await vi.waitFor(() => expect(localStorage.getItem('language')).toBe('zh'))
  })
  await screen.findByText('字号')
  expect(document.documentElement.lang).toBe('zh-CN')
})
