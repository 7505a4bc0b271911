import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { startConnectivityProbe } from '#app/lib/network/connectivity-probe.ts'
import { getNetworkStatus, trackNetworkExchange } from '#app/lib/network/network-status.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const campus = openScreenCampus()
let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A campus that answers nothing until it is repaired; counts the requests per screen. */
function outage() {
  let isOver = false
  const asked: string[] = []
  campus.addFault(
    http.all('*', ({ request }) => {
      asked.push(new URL(request.url).pathname)
      return isOver ? undefined : HttpResponse.error()
    }),
  )
  return {
    end: () => (isOver = true),
    asked: (path: string) => asked.filter((one) => one === path).length,
  }
}

test('a page opened during an outage retries by itself, less and less often, and loads once the campus is back', async () => {
  await bindDemoUser('990001')
  const broken = outage()
  await openApp('/welcome/990001')
  await screen.findByText('报到步骤加载失败')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  stop = startConnectivityProbe()
  await vi.advanceTimersByTimeAsync(3_000)
  await waitUntil(() => expect(broken.asked('/wx/app/selectAllApp')).toBe(1))
  await vi.advanceTimersByTimeAsync(600_000)
  const often = broken.asked('/wx/app/selectAllApp')
  expect(often).toBeGreaterThan(8)
  expect(often).toBeLessThan(22)
  // The failed reads are not repeated meanwhile: the small probe goes first.
  expect(broken.asked('/api/proces/findProcess')).toBe(1)
  broken.end()
  for (let second = 0; second < 80 && broken.asked('/wx/app/selectAllApp') === often; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    // The probe itself takes real time.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  }
  vi.useRealTimers()
  expect(await screen.findByText('到校信息')).toBeTruthy()
  expect(screen.queryByText('弱网')).toBeNull()
})

test('a request that is aborted without an outcome does not leave the network marked weak', async () => {
  // No request of the previous test is pending.
  await waitUntil(() =>
    expect([queryClient.isFetching(), getNetworkStatus()]).toEqual([0, 'online']),
  )
  vi.useFakeTimers()
  let fail: (cause: Error) => void = () => {}
  const broken = trackNetworkExchange(
    new Promise<{ readonly type: 'ok' }>((_resolve, reject) => (fail = reject)),
  ).catch(String)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(getNetworkStatus()).toBe('weak')
  fail(new Error('gone'))
  expect(await broken).toBe('Error: gone')
  expect(getNetworkStatus()).toBe('online')

  // A request that is aborted earlier does not mark the network weak later.
  await trackNetworkExchange(Promise.reject<{ readonly type: 'ok' }>(new Error('gone'))).catch(
    String,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getNetworkStatus()).toBe('online')
})

test('a hidden page makes no retries, and one at once when it becomes visible', async () => {
  await bindDemoUser('990001')
  const broken = outage()
  await openApp('/welcome/990001')
  await screen.findByText('报到步骤加载失败')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  stop = startConnectivityProbe()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(broken.asked('/wx/app/selectAllApp')).toBe(0)
  broken.end()
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByText('到校信息')).toBeTruthy()
})

test('a tap on the banner retries at once, also requests that wait for an answer that will not come', async () => {
  await bindDemoUser('990001')
  const broken = outage()
  campus.addFault(http.post('*/findProcess', () => new Promise<never>(() => {}), { once: true }))
  const { user } = await openApp('/welcome/990001')
  await screen.findByText('弱网')
  // The other reads have failed.
  await waitUntil(() => expect(queryClient.isFetching()).toBe(1))
  broken.end()
  await user.click(screen.getByRole('button', { name: '重新连接' }))
  expect(await screen.findByText('到校信息')).toBeTruthy()
  expect(screen.queryByText('弱网')).toBeNull()
})

test('a missing answer no longer counts once a later request was answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let giveUp = () => {}
  const silent = trackNetworkExchange(
    new Promise<{ type: string }>((resolve) => (giveUp = () => resolve({ type: 'unreachable' }))),
  )
  await trackNetworkExchange(Promise.resolve({ type: 'ok' }))
  await vi.advanceTimersByTimeAsync(3_001)
  expect(getNetworkStatus()).toBe('online')
  giveUp()
  await silent
  expect(getNetworkStatus()).toBe('online')
  // The latest request does.
  void trackNetworkExchange(new Promise<never>(() => {}))
  await vi.advanceTimersByTimeAsync(3_001)
  expect(getNetworkStatus()).toBe('weak')
})
