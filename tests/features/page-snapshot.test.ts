import { afterEach, expect, test } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { chinaToday, formatShortDay } from '#app/lib/format/china-time.ts'
import { noteServerTime, serverNow } from '#app/lib/platform/server-clock.ts'
import { startPageSnapshots } from '#app/lib/snapshot/page-snapshots.ts'
import { readPageSnapshot } from '#offline/storage/page-snapshot'
import { bindStaffSession } from '../support/screens/bind-staff.ts'
import { waitUntil } from '../support/setup/wait-until.ts'

afterEach(() => clearPhoneData())

const kept = async () => (await readPageSnapshot('/', Date.now()))?.html

/** Start a read that stays pending until the returned function is called. */
function reading(): () => void {
  let end = () => {}
  const queryFn = () =>
    new Promise<string>((resolve) => {
      end = () => resolve('')
    })
  void queryClient.fetchQuery({ queryKey: ['apps'], queryFn })
  return () => end()
}

/** Hide the page. */
function leave() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
}

test('a page that is left before its reads have ended does not replace the stored complete snapshot', async () => {
  bindStaffSession('x')
  const root = document.createElement('div')
  root.innerHTML = '<h1 data-snapshot="keep">示例大学</h1>'
  document.body.append(root)
  const endFirst = reading()
  let finishRendering = () => {}
  startPageSnapshots({
    root,
    pathOf: () => '/',
    followScreens: (listen) => {
      finishRendering = listen
    },
  })
  leave()
  // The store handles requests in order, so that a snapshot would be stored by now.
  expect(await kept()).toBeUndefined()

  root.insertAdjacentHTML('beforeend', '<a data-snapshot="keep" href="/fees">网上缴费</a>')
  endFirst()
  await waitUntil(async () => expect(await kept()).toContain('网上缴费'))

  // Start the same page again, before its reads have ended.
  const endSecond = reading()
  root.querySelector('a')?.remove()
  finishRendering()
  leave()
  expect(await kept()).toContain('网上缴费')
  noteServerTime(Date.now() - 3 * 86_400_000)
  endSecond()
  await waitUntil(async () => expect(await kept()).not.toContain('网上缴费'))
  // The snapshot's age is by the campus's clock, since the phone's clock is three days ahead.
  expect((await readPageSnapshot('/', serverNow()))?.age).toContain(
    formatShortDay(chinaToday(), 'zh'),
  )
})
