import { expect, test, vi } from 'vitest'
import { markFormDirty } from '#app/lib/forms/dirty-forms.ts'
import { formDrafts } from '#app/lib/outbox/drafts.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import type * as sessions from '#app/lib/session/session.ts'
import { reloadOnceForMissingFiles } from '#app/lib/worker/preload-errors.ts'

const missing = 'Failed to fetch dynamically imported module'
vi.mock('#app/lib/session/session.ts', async (original) => ({
  ...(await original<typeof sessions>()),
  currentSession: () => ({ subject: 'S1' }),
}))
vi.mock('#app/lib/outbox/engine.ts', () => {
  throw new TypeError('no such file')
})

test('when the outbox’s code cannot be loaded, submitting a form reports that nothing was saved', async () => {
  expect(await formDrafts.save('travel', {})).toBe(false)
  expect(await submitToOutbox({ form: 'travel', payload: {} })).toEqual({
    type: 'not-saved',
    why: 'unavailable',
  })
})

test('a page reloads once for each missing file of the app, but not while somebody is typing', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('page'))
  sessionStorage.clear()
  reloadOnceForMissingFiles()
  const miss = async (name: string) => {
    const payload = new TypeError(`${missing}: ${name}`)
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    await asked.mock.results.at(-1)?.value
    asked.mockClear()
  }
  const end = markFormDirty()
  await miss('one.js')
  await new Promise((next) => setImmediate(next))
  end()
  expect(reload).not.toHaveBeenCalled()
  await miss('other.js')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  // The reload for one.js that typing suppressed does not count: one.js can still cause one.
  await miss('one.js')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
  // The same file can cause another reload after a minute, since the network can be lost again.
  const lostAgain = () =>
    window.dispatchEvent(
      Object.assign(new Event('vite:preloadError'), {
        payload: new TypeError(`${missing}: one.js`),
      }),
    )
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 50_000)
  lostAgain()
  expect(asked).not.toHaveBeenCalled()
  clock.mockReturnValue(now + 70_000)
  lostAgain()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(3))
  clock.mockRestore()
})
