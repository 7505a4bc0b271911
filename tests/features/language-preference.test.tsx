import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { negotiateLanguage } from '#i18n/translate'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

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
