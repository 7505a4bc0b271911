import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import '#app/features/home/install.ts'
import { refreshOutboxView } from '#app/lib/outbox/engine.ts'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

openScreenCampus()
afterEach(() => localStorage.clear())

const prompt = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
/** Dispatch the browser's `beforeinstallprompt` event. */
const offer = () =>
  act(
    () =>
      void window.dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }),
      ),
  )
const as = (agent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
const home = async (number: string) => {
  const app = await openApp('/', { as: number })
  await screen.findByText(/准备出发|离线使用/)
  return app
}
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1'

test('a bound student is offered to add the app to the home screen, and the browser’s prompt opens once', async () => {
  offer()
  const { user } = await home('880001')
  await user.click(await screen.findByText('像应用一样打开，没有信号也能用'))
  expect(prompt).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('放到主屏幕')).toBeNull())
})

test('a new student is offered to add the app to the home screen only after the first form has arrived', async () => {
  as(IPHONE)
  await home('990001')
  // Home has rendered its other cards, and so would have the install hint.
  await screen.findByText(/条未读通知/)
  expect(screen.queryByText('放到主屏幕')).toBeNull()
  const receipt = {
    order: 1,
    key: 'k',
    subject: 'S990001',
    form: 'travel',
    payload: {},
    capturedAt: 1,
    deliveredAt: Date.now(),
  }
  await openOutboxDatabase().run(
    { mode: 'readwrite', stores: ['receipts'] },
    async (transaction) => {
      await transaction.objectStore('receipts').put(receipt)
    },
  )
  await act(() => refreshOutboxView())
  expect(await screen.findByText('点浏览器的“分享”按钮，再选“添加到主屏幕”')).toBeTruthy()
})

test('a dismissed install hint is not shown again', async () => {
  as(IPHONE)
  const { user, restart } = await home('880001')
  await user.click(await screen.findByRole('button', { name: '不用了' }))
  await waitFor(() => expect(screen.queryByText('放到主屏幕')).toBeNull())
  await restart('/')
  await screen.findByText(/准备出发|离线使用/)
  expect(localStorage.getItem('installDeclined')).toBe('1')
  expect(screen.queryByText('放到主屏幕')).toBeNull()
})

test('the install hint is not shown in another app’s built-in browser, which cannot add to the home screen', async () => {
  as(`${IPHONE} DingTalk/7.6.0`)
  await home('880001')
  // Home has rendered its other cards.
  await screen.findByText(/条未读通知/)
  expect(screen.queryByText('放到主屏幕')).toBeNull()
})
