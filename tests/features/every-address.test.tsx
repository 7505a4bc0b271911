import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { queryClient } from '#app/lib/query-client.ts'
import { createAppRouter } from '#app/router.tsx'
import { sections } from '#app/routes/-manage/sections.tsx'
import { openApp, openCampus } from '#tests/support/render.tsx'

openCampus()

/** Every address of the app, with `number` where one stands. */
const addressesFor = (number: string): string[] => [
  ...Object.keys(createAppRouter().routesByPath)
    .filter((path) => !path.endsWith('/$'))
    .map((path) =>
      path
        .replace('{-$sort}', '5')
        .replace('$sort', '5')
        .replaceAll(/\{-\$stunum\}|\$stunum/g, number)
        .replace('{-$app}', '')
        .replace(/\$(id|order)/, '1'),
    ),
  '/manage',
  ...sections.map(({ at }) => `/manage/${at}`),
]

/** Nothing is being read, and the screen has settled. */
const isSettled = () =>
  waitFor(() => {
    expect(queryClient.isFetching()).toBe(0)
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  })

describe('where nothing has failed, no page says that something has [D-113 XC-10]', () => {
  test.each([
    ['nobody', undefined],
    ['a new student', '990001'],
    ['a continuing student', '880001'],
    ['a teacher without a role', 'T1001'],
    ['a dorm supervisor', 'T2001'],
    ['a review teacher', 'T3001'],
    ['finance', 'T6001'],
  ])('for %s', async (_, number) => {
    const failed: string[] = []
    let app = await openApp('/', number === undefined ? {} : { as: number })
    for (const address of addressesFor(number ?? '990001')) {
      app = await app.restart(address)
      await isSettled()
      if (document.querySelector('[role="alert"] button') !== null)
        failed.push(`${address} → ${app.address()}: ${document.querySelector('main')?.textContent}`)
    }
    expect(failed).toEqual([])
  })
})
