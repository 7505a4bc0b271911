import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { createAppRouter } from '#app/router.tsx'
import { officeSections } from '#app/routes/-manage/sections.tsx'

/** List every address of the app, with `number` as the student number. */
export const listAddresses = (number: string): string[] => [
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
  ...officeSections.map(({ path }) => `/manage/${path}`),
]

/** Wait until no read is pending and no element of the screen is busy. */
export const waitUntilSettled = () =>
  waitFor(() => {
    expect(queryClient.isFetching()).toBe(0)
    expect(document.querySelector('[aria-busy="true"]')).toBeNull()
  })
