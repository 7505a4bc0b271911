import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { toChinaYear } from '#server/platform/clock'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())

/** Fake a browser that grants persistent storage on request and has `left` bytes of free space. */
function browserWith({ left }: { left: number }) {
  let promised = false
  const persist = vi.fn<() => Promise<boolean>>(async () => (promised = true))
  const storage = {
    persisted: async () => promised,
    persist,
    estimate: async () => ({ quota: 1e9, usage: 1e9 - left }),
  }
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
  return persist
}
afterEach(() =>
  Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true }),
)

test('the first submission of a visit requests persistent storage once, and the personal page shows the result', async () => {
  const persist = browserWith({ left: 5e8 })
  await bindDemoUser('990001')
  await openApp('/me')
  await screen.findByText('可能被清理')
  expect(persist).not.toHaveBeenCalled()
  goOffline(campus)
  const send = (number: number) =>
    act(() =>
      submitToOutbox({
        form: 'travel',
        payload: samplePayload('travel', currentSession()?.subject ?? '', year, number),
      }),
    )
  await send(1)
  await send(2)
  await screen.findByText('长期保留')
  expect(persist).toHaveBeenCalledTimes(1)
})

test('low storage space is reported on the personal page and in the outbox', async () => {
  browserWith({ left: 1e6 })
  await bindDemoUser('990001')
  const app = await openApp('/me')
  await screen.findByText(/剩余空间很少/)
  await app.restart('/outbox')
  await waitFor(() => expect(screen.getByText(/剩余空间很少/)).toBeTruthy())
})
