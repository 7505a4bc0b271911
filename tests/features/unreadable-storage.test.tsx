import { act, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { refreshOutboxView } from '#app/lib/outbox/engine.ts'
import { outboxView } from '#app/lib/outbox/outbox-view.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { toChinaYear } from '#server/platform/clock'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'
import { waitUntil } from '#tests/support/setup/wait-until.ts'

const campus = openScreenCampus()
const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')
/** Let every transaction of IndexedDB fail; returns a function that ends this. */
const unreadable = () => {
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw lost()
  })
  return () => spy.mockRestore()
}
const year = toChinaYear(new Date())
const payloadOf = (number: number) =>
  samplePayload('travel', currentSession()?.subject ?? '', year, number)

test('while the phone’s database is unreadable, the tab, home, the outbox and the dialog before unbinding say so instead of showing no items [OFF-22]', async () => {
  await bindDemoUser('990001')
  goOffline(campus)
  await act(() => submitToOutbox({ form: 'travel', payload: payloadOf(1) }))
  const app = await openApp('/')
  await screen.findByText('1 份待提交')
  const readable = unreadable()
  await act(() => refreshOutboxView())
  expect(await screen.findByText('本机待提交的内容')).toBeTruthy()
  expect(screen.getByRole('link', { name: /待提交 ?，暂时无法读取/ })).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '解除绑定' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/暂时无法读取本机保存的内容，其中可能有尚未提交给学校的/)).toBeTruthy()
  await app.user.click(dialog.getByRole('button', { name: '取消' }))
  await app.user.click(screen.getByRole('link', { name: /待提交 ?，暂时无法读取/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('暂时无法读取本机保存的内容')
  readable()
  await app.user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('link', { name: /待提交 ?，1 份/ })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('while the phone’s database is unreadable, a form is sent directly, under one key however often it is submitted [D-106]', async () => {
  await bindDemoUser('990001')
  const keys: string[] = []
  let answer: 'lost' | 'refused' | 'good' = 'lost'
  const writes = async ({ request }: { request: Request }) => {
    keys.push(request.headers.get('Idempotency-Key') ?? '')
    if (answer === 'lost') return HttpResponse.error()
    return HttpResponse.json(
      answer === 'good' ? { results: true } : { results: false, msg: '请选择今年的日期' },
    )
  }
  campus.addFault(
    http.post('*/addBusInformation', writes),
    http.post('*/updateBusInformation', writes),
  )
  const readable = unreadable()
  const send = () => act(() => submitToOutbox({ form: 'travel', payload: payloadOf(2) }))
  expect(await send()).toEqual({ type: 'not-saved', why: 'unsure' })
  answer = 'refused'
  expect(await send()).toEqual({ type: 'not-saved', why: 'refused', message: '请选择今年的日期' })
  expect(new Set(keys).size).toBe(1)
  answer = 'good'
  expect(await send()).toMatchObject({ type: 'sent' })
  readable()
})

test('while the phone’s database is unreadable, a form whose key was used is submitted again under another key', async () => {
  await bindDemoUser('990001')
  const keys = new Set<string | null>()
  const used = ({ request }: { request: Request }) => {
    keys.add(request.headers.get('Idempotency-Key'))
    return keys.size === 1
      ? HttpResponse.json({ results: false, msg: 'x', ...idempotencyKeyUsedBody }, { status: 422 })
      : HttpResponse.json({ results: true })
  }
  campus.addFault(http.post('*/addBusInformation', used), http.post('*/updateBusInformation', used))
  const readable = unreadable()
  const send = () => act(() => submitToOutbox({ form: 'travel', payload: payloadOf(4) }))
  expect(await send()).toEqual({ type: 'not-saved', why: 'unsure' })
  expect(await send()).toMatchObject({ type: 'sent' })
  readable()
})

test('a sending round during which the database fails is repeated automatically under the same key', async () => {
  await bindDemoUser('990001')
  const keys: (string | null)[] = []
  vi.spyOn(Math, 'random').mockReturnValue(0)
  // With Web Locks no sender has to wait until the lease of the interrupted round ends.
  const locks = { request: (_name: string, _options: object, work: () => unknown) => work() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  const { transaction } = IDBDatabase.prototype
  const spy = vi.spyOn(IDBDatabase.prototype, 'transaction')
  campus.addFault(
    http.post('*/addBusInformation', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      // From the first request on, the phone cannot write the lease.
      if (keys.length === 1)
        spy.mockImplementation(function (this: IDBDatabase, stores, ...rest) {
          if (new Set(stores).has('lease')) throw lost()
          return transaction.call(this, stores, ...rest)
        })
      return undefined
    }),
  )
  const saved = await act(() => submitToOutbox({ form: 'travel', payload: payloadOf(3) }))
  const refusals = () => spy.mock.results.filter(({ type }) => type === 'throw')
  await waitUntil(() => expect(refusals().length).toBeGreaterThan(3))
  spy.mockRestore()
  const arrived = () =>
    expect(outboxView.get().receipts).toMatchObject([
      saved.type === 'saved' && { order: saved.order },
    ])
  await waitUntil(arrived)
  expect(new Set(keys).size).toBe(1)
  Reflect.deleteProperty(navigator, 'locks')
})
