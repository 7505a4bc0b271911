import { QueryObserver } from '@tanstack/react-query'
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

/** Show the data of a read that stays pending until the returned functions are called. */
function showRead(name: string) {
  const ends = { answer: () => {}, fail: () => {} }
  const queryFn = () =>
    new Promise<string>((resolve, reject) => {
      ends.answer = () => resolve('')
      ends.fail = () => reject(new Error('no answer'))
    })
  new QueryObserver(queryClient, { queryKey: [name], queryFn }).subscribe(() => {})
  const isIdle = () =>
    waitUntil(() => expect(queryClient.getQueryState([name])?.fetchStatus).toBe('idle'))
  return {
    again: () => void queryClient.refetchQueries({ queryKey: [name] }),
    answer: () => {
      ends.answer()
      return isIdle()
    },
    fail: () => {
      ends.fail()
      return isIdle()
    },
  }
}

/** Hide the page. */
function leave() {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
}

test('a page that is left before it is whole does not replace the stored whole page [OFF-05]', async () => {
  bindStaffSession('x')
  const root = document.createElement('div')
  root.innerHTML = '<h1 data-snapshot="keep">示例大学</h1>'
  document.body.append(root)
  let path: string | undefined = '/'
  const apps = showRead('apps')
  startPageSnapshots({ root, renderedPath: () => path })
  leave()
  // The store handles requests in order, so that a snapshot would be stored by now.
  expect(await kept()).toBeUndefined()

  const setLink = (text: string) => {
    root.querySelector('a')?.remove()
    root.insertAdjacentHTML('beforeend', `<a data-snapshot="keep" href="/fees">${text}</a>`)
  }
  setLink('网上缴费')
  await apps.answer()
  await waitUntil(async () => expect(await kept()).toContain('网上缴费'))

  setLink('缓交')
  const expectKept = async (text: string) => {
    // The observer of changes is called before the page is left.
    await Promise.resolve()
    leave()
    expect(await kept()).toContain(text)
  }
  // Another screen is loading.
  path = undefined
  await expectKept('网上缴费')
  path = '/'
  // A part of the page is loading.
  root.insertAdjacentHTML('beforeend', '<template data-pending></template>')
  await expectKept('网上缴费')
  root.querySelector('template')?.remove()
  // The campus has not confirmed what the page shows.
  apps.again()
  await expectKept('网上缴费')
  await apps.answer()
  // The first read of a new card runs, and then it fails.
  const card = showRead('card')
  await expectKept('网上缴费')
  await card.fail()
  await expectKept('网上缴费')
  card.again()
  noteServerTime(Date.now() - 3 * 86_400_000)
  await card.answer()
  await expectKept('缓交')
  // The snapshot's age is by the campus's clock, since the phone's clock is three days ahead.
  expect((await readPageSnapshot('/', serverNow()))?.age).toContain(
    formatShortDay(chinaToday(), 'zh'),
  )
  // The data is of the earlier language.
  setLink('贷款')
  void queryClient.invalidateQueries({ queryKey: ['card'], refetchType: 'none' })
  await expectKept('缓交')
  card.again()
  await card.answer()
  // Without being left, too.
  await waitUntil(async () => expect(await kept()).toContain('贷款'))
})
