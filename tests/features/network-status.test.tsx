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

/** Make all requests fail until `end` is called, and count the requests of each path. */
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

test('a page opened during an outage probes the campus at growing intervals and loads when the campus is back', async () => {
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
  // Only the small probe is repeated, not the failed reads.
  expect(broken.asked('/api/proces/findProcess')).toBe(1)
  broken.end()
  for (let second = 0; second < 80 && broken.asked('/wx/app/selectAllApp') === often; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    // The probe's request takes real time, which the fake clock does not advance.
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  }
  vi.useRealTimers()
  expect(await screen.findByText('到校信息')).toBeTruthy()
  expect(screen.queryByText('弱网')).toBeNull()
})

test('an aborted request does not leave the network marked as weak', async () => {
  // Wait until no request of the previous test is pending.
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

  // A request that is aborted within 3 s does not mark the network as weak later either.
  await trackNetworkExchange(Promise.reject<{ readonly type: 'ok' }>(new Error('gone'))).catch(
    String,
  )
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getNetworkStatus()).toBe('online')
})

test('a hidden page does not probe the campus, and probes it at once when it becomes visible', async () => {
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

test('tapping 重新连接 in the weak-network banner retries at once, also a request that is still waiting for a response', async () => {
  await bindDemoUser('990001')
  const broken = outage()
  campus.addFault(http.post('*/findProcess', () => new Promise<never>(() => {}), { once: true }))
  const { user } = await openApp('/welcome/990001')
  await screen.findByText('弱网')
  // Wait until all other reads have failed.
  await waitUntil(() => expect(queryClient.isFetching()).toBe(1))
  broken.end()
  await user.click(screen.getByRole('button', { name: '重新连接' }))
  expect(await screen.findByText('到校信息')).toBeTruthy()
  expect(screen.queryByText('弱网')).toBeNull()
})

test('an unanswered request does not mark the network as weak after a later request was answered', async () => {
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
  // An unanswered request that is the latest one does.
  void trackNetworkExchange(new Promise<never>(() => {}))
  await vi.advanceTimersByTimeAsync(3_001)
  expect(getNetworkStatus()).toBe('weak')
})
