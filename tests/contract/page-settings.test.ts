import { expect, test } from 'vitest'
import { type PageSettings, pageSettingsText, readPageSettings } from '#contract/page-settings'

const settings: PageSettings = {
  school: '大学 </script><script>\u2028&amp;',
  demo: true,
  host: 'sandbox',
  payment: 'none',
  sms: false,
  appId: 'wx1',
  authorizeUrl: '/campus/sandbox/authorize',
  people: [
    { who: { zh: '新生', en: 'A new student' }, how: 'exam', number: '990001', secret: 'x' },
  ],
  apps: { results: [] },
}

test('the app reads the settings that the server writes into the page', () => {
  expect(readPageSettings(pageSettingsText(settings))).toEqual(settings)
})

test('no character in the settings can close their script element', () => {
  expect(pageSettingsText(settings)).not.toMatch(/[<>&\u2028\u2029]/)
})

test.each([
  ['no settings', ''],
  ['invalid JSON', '{'],
  ['settings of another shape', '[]'],
  ['an unknown provider', JSON.stringify({ ...settings, host: 'other' })],
])('the app starts with default settings when the page has %s', (_, text) => {
  expect(readPageSettings(text)).toEqual({})
})
