import { expect, onTestFinished, test, vi } from 'vitest'
import { registerWorker } from '#app/lib/worker/register-service-worker.ts'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

/** A fake of the browser's service workers, of which one is active and a newer one waits. */
function workers() {
  // A request for the page fails.
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  const said: unknown[] = []
  const worker = (scriptURL: string) => Object.assign(new EventTarget(), { scriptURL })
  const address = new URL('/sw.js', location.href).href
  const waiting = Object.assign(worker(address), {
    postMessage: (word: unknown) => said.push(word),
  })
  const next: { waiting: EventTarget | null } = { waiting }
  const registration = Object.assign(new EventTarget(), next, {
    installing: null,
    active: Object.assign(worker(address), { state: 'activated', postMessage: () => {} }),
    update: async () => {},
  })
  const container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
    getRegistration: async () => registration,
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { said, registration }
}

test('a new version whose activation the browser postpones is requested every second until it is active, and then the page reloads once [OFF-31]', async () => {
  vi.stubEnv('DEV', false)
  vi.useFakeTimers()
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
    reload.mockRestore()
  })
  const { said, registration } = workers()
  const offered: (() => void)[] = []
  await registerWorker({ onUpdate: (apply) => offered.push(apply), onReady: () => {} })
  await waitUntil(() => expect(offered).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(said).toEqual([])

  offered[0]?.()
  offered[0]?.()
  await vi.advanceTimersByTimeAsync(3_500)
  expect(said).toEqual(Array(4).fill({ type: 'skip-waiting' }))
  expect(reload).not.toHaveBeenCalled()

  registration.waiting = null
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reload).toHaveBeenCalledOnce()
  expect(said).toHaveLength(4)
})

test('a new version that is already installed at its updatefound event is offered [OFF-31]', async () => {
  vi.stubEnv('DEV', false)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { registration } = workers()
  const { waiting } = registration
  registration.waiting = null
  const events: string[] = []
  await registerWorker({
    onUpdate: () => events.push('update'),
    onReady: () => events.push('ready'),
  })
  const before = events.length
  registration.dispatchEvent(new Event('updatefound'))
  registration.waiting = waiting
  registration.dispatchEvent(new Event('updatefound'))
  expect(events.slice(before)).toEqual(['ready', 'update'])
})
