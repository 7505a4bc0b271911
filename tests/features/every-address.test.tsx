import { describe, expect, test } from 'vitest'
import { listAddresses, waitUntilSettled } from '#tests/support/screens/every-address.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { casesOfRun } from '#tests/support/setup/long-run.ts'

openScreenCampus()

describe('no page shows an error when nothing has failed [D-113 XC-10]', () => {
  const people = casesOfRun<readonly [who: string, number: string | undefined]>(
    [
      ['an unbound visitor', undefined],
      ['a new student', '990001'],
      ['a continuing student', '880001'],
      ['a teacher without a role', 'T1001'],
      ['a dorm supervisor', 'T2001'],
      ['a review teacher', 'T3001'],
      ['finance', 'T6001'],
    ],
    // Nobody, a student, and somebody of the office.
    ([, number]) => number === undefined || number === '990001' || number === 'T6001',
  )
  test.each(people)(
    'no page shows %s an error with a retry button when nothing has failed',
    async (_, number) => {
      const failed: string[] = []
      let app = await openApp('/', number === undefined ? {} : { as: number })
      for (const address of listAddresses(number ?? '990001')) {
        app = await app.restart(address)
        await waitUntilSettled()
        if (document.querySelector('[role="alert"] button') !== null)
          failed.push(
            `${address} → ${app.address()}: ${document.querySelector('main')?.textContent}`,
          )
      }
      expect(failed).toEqual([])
    },
  )
})
