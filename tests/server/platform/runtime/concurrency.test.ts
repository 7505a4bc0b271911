import { expect, test } from 'vitest'
import { refusalTexts } from '#i18n/refusals'
import type { LocalizedText } from '#i18n/translate'
import { createConcurrencyLimit, OverloadedError } from '#server/platform/concurrency'
import { classifyDatabaseError } from '#server/platform/database/errors'
import { waitUntil } from '../../../support/setup/wait-until.ts'

test('a concurrency limit runs a few tasks, lets a few wait, and refuses all others at once [security 12]', async () => {
  const through = createConcurrencyLimit({ atOnce: 2, waiting: 3 })
  let [running, most] = [0, 0]
  const ends: (() => void)[] = []
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    return 'done'
  }
  const refused: unknown[] = []
  const asked = Array.from({ length: 8 }, () =>
    through(work).catch((error: unknown) => void refused.push(error)),
  )
  await new Promise(setImmediate)
  expect(refused).toHaveLength(3)
  expect(
    refused.every(
      (error) => error instanceof OverloadedError && classifyDatabaseError(error) === 'busy',
    ),
  ).toBe(true)
  for (let n = 0; n < 5; n++) {
    const end = await waitUntil(() => ends.shift() ?? Promise.reject(new Error('nothing runs')), 1)
    end()
  }
  expect(await Promise.all(asked.slice(0, 5))).toEqual(Array.from({ length: 5 }, () => 'done'))
  expect(most).toBe(2)
})

test('a task refused by a concurrency limit gets the default message, or the configured one', async () => {
  const full = (says?: LocalizedText) =>
    createConcurrencyLimit({ atOnce: 1, waiting: 0, ...(says && { says }) })
  const says = { zh: '稍等', en: 'Wait a little' }
  for (const [through, words] of [
    [full(), refusalTexts.busy],
    [full(says), says],
  ] as const) {
    let end = () => {}
    const first = through(() => new Promise<void>((resolve) => (end = resolve)))
    const refused = await through(async () => 1).catch((error: unknown) => error)
    expect(refused).toMatchObject({ name: 'OverloadedError', message: words.en, says: words })
    end()
    await first
    expect(await through(async () => 2)).toBe(2)
  }
})
