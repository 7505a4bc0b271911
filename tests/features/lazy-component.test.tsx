import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { onNetworkRecovery, listenToNetworkEvents } from '#app/lib/network/network-status.ts'
import { lazyComponent, onLazyLoadError } from '#app/ui/lazy-component.tsx'

afterEach(() => vi.restoreAllMocks())

test('a part whose code could not be loaded is never shown without it, and loads when the network returns', async () => {
  const missing = vi.fn<(error: Error) => void>()
  listenToNetworkEvents()
  onLazyLoadError(missing, onNetworkRecovery)
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => '表单')
  const Part = lazyComponent(load)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  const { container } = render(<Part fallback="加载中" />)
  await waitFor(() => expect(missing).toHaveBeenCalledOnce())
  expect(container.textContent).toBe('加载中')
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('表单')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})
