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

/** A read that is pending until it is ended. */
function reading(): () => void {
  let end = () => {}
  const queryFn = () =>
    new Promise<string>((resolve) => {
      end = () => resolve('')
    })
  void queryClient.fetchQuery({ queryKey: ['apps'], queryFn })
  return () => end()
}

/** The screen is left: another app, another page, the pocket. */
function leave() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
}

test('a page that is left before its reads have ended does not replace the complete snapshot', async () => {
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
  // The store answers in order: a stored snapshot would be there.
  expect(await kept()).toBeUndefined()

  root.insertAdjacentHTML('beforeend', '<a data-snapshot="keep" href="/fees">网上缴费</a>')
  endFirst()
  await waitUntil(async () => expect(await kept()).toContain('网上缴费'))

  // The same page again, as it begins.
  const endSecond = reading()
  root.querySelector('a')?.remove()
  finishRendering()
  leave()
  expect(await kept()).toContain('网上缴费')
  noteServerTime(Date.now() - 3 * 86_400_000)
  endSecond()
  await waitUntil(async () => expect(await kept()).not.toContain('网上缴费'))
  // Its age is by the campus's clock: this phone's is three days ahead.
  expect((await readPageSnapshot('/', serverNow()))?.age).toContain(
    formatShortDay(chinaToday(), 'zh'),
  )
})
