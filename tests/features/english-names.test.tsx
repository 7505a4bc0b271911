import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { setLanguage } from '#app/lib/language/language.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const shown = () => document.querySelector('main')?.textContent ?? ''
const isEnglish = () =>
  waitFor(() => {
    expect(shown().length).toBeGreaterThan(40)
    expect(shown()).not.toMatch(/\p{Script=Han}|Loading/u)
  })

test.each([
  '/searchcourse/880002',
  '/searchscore/880002',
  '/evaluation',
  '/onlinefee/5/880002',
  '/recharge/880002?all=true',
])('%s shows an international student only English text [D-112]', async (address) => {
  setLanguage('en')
  await openApp(address, { as: '880002' })
  await isEnglish()
})

test.each(['/welcome/990001', '/selectdorm/3/990001', '/militaryTrainingClothing/4/990001', '/'])(
  '%s shows a new student only English text except the name [D-112]',
  async (address) => {
    setLanguage('en')
    await openApp(address, { as: '990001' })
    await waitFor(() => expect(shown()).toMatch(/Personal and family|Four-bed|Army green/))
    expect(shown().replace(/陈(晓雨)?/g, '')).not.toMatch(/\p{Script=Han}/u)
  },
)

test('English names that were loaded once are shown offline, and unbinding deletes them [D-112 OFF-08]', async () => {
  setLanguage('en')
  const app = await openApp('/welcome/990001', { as: '990001' })
  expect(await screen.findByText('Dormitory type')).toBeTruthy()
  goOffline(campus)
  await app.restart()
  expect(await screen.findByText('Dormitory type')).toBeTruthy()
  const { clearPhoneData } = await import('#app/features/identity/unbinding.ts')
  await clearPhoneData()
  expect(localStorage.getItem('english')).toBeNull()
  const { createNameTranslator } = await import('#app/lib/language/name-translator.ts')
  expect(createNameTranslator('en')('选择宿舍类型')).toBe('选择宿舍类型')
})

test('switching to English loads the English names at once [D-112]', async () => {
  await openApp('/welcome/990001', { as: '990001' })
  expect(await screen.findByText('选择宿舍类型')).toBeTruthy()
  setLanguage('en')
  expect(await screen.findByText('Dormitory type')).toBeTruthy()
  setLanguage('zh')
  expect(await screen.findByText('选择宿舍类型')).toBeTruthy()
})

test('without English names from the campus, an English page shows the Chinese names [D-112]', async () => {
  setLanguage('en')
  campus.addFault(
    http.post('*/findProcess', () =>
      HttpResponse.json({
        results: [
          { processId: '1', moduleName: '报名', urlName: 'personalinformation', newStatus: '0' },
        ],
      }),
    ),
  )
  await openApp('/welcome/990001', { as: '990001' })
  expect(await screen.findByText('报名')).toBeTruthy()
})
