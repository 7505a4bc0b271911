import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setLanguage } from '#app/lib/language/language.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import { showToast } from '#app/ui/toast.ts'
import { goOffline, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

test('a change of the network is announced in live regions that were on the page before the change', async () => {
  await openApp('/me', { as: '880001' })
  const regions = await waitFor(() => {
    const all = screen.getAllByRole('status')
    expect(all.filter((one) => one.getAttribute('aria-live') === 'polite')).toHaveLength(2)
    return all
  })
  const announced = () =>
    regions
      .filter((one) => one.isConnected)
      .map((one) => one.textContent)
      .join(' ')
  act(() => goOffline(campus))
  await waitFor(() => expect(announced()).toContain('离线'))
  vi.restoreAllMocks()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(announced()).toContain('已恢复联网'))
  expect(announced()).not.toContain('离线')
  // 已恢复联网 is removed, since it would contradict the banner 弱网.
  act(() => recordOutboxOutcome('unreachable'))
  await waitFor(() => expect(screen.getByText('弱网')).toBeTruthy())
  await waitFor(() => expect(announced()).not.toContain('已恢复联网'))
})

test('on an English page Chinese text is marked with its language, also text that is added later [D-112]', async () => {
  await openApp('/', { as: '990001' })
  const name = await screen.findByText('陈晓雨')
  expect(name.closest('[lang]')?.getAttribute('lang')).toBe('zh-CN')
  act(() => setLanguage('en'))
  await waitFor(() => expect(screen.getByText('陈晓雨').getAttribute('lang')).toBe('zh-CN'))
  act(() => showToast('没有权限'))
  await waitFor(() => expect(screen.getByText('没有权限').getAttribute('lang')).toBe('zh-CN'))
  // English text next to the Chinese name stays marked as English.
  for (const english of ['Unbind', 'New'])
    expect(screen.getByText(english).closest('[lang]')?.getAttribute('lang')).toBe('en')
  act(() => setLanguage('zh'))
  await waitFor(() => expect(screen.getByText('陈晓雨').hasAttribute('lang')).toBe(false))
})
