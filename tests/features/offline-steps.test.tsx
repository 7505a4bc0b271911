import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { Travel } from '#contract/travel'
import { toChinaYear } from '#server/platform/clock'
import { sampleTravel } from '#tests/support/offline/offline-page.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
const year = toChinaYear(new Date())
const writes = () => campus.calls.filter(({ path }) => /\/(add|update)BusInformation$/.test(path))
const submitTravel = (over: Partial<Travel> = {}) =>
  act(() =>
    submitToOutbox({
      form: 'travel',
      payload: sampleTravel({
        student: currentSession()?.subject ?? '',
        startDate: `${year}-08-20`,
        arrivalDate: `${year}-08-21`,
        ...over,
      }),
    }),
  )

/** A network that can be cut and restored within a test. */
function network() {
  let cut = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !cut)
  campus.addFault(http.all('*', () => (cut ? HttpResponse.error() : undefined)))
  const set = (next: boolean) =>
    act(() => {
      cut = next
      window.dispatchEvent(new Event(next ? 'offline' : 'online'))
    })
  return { cut: () => set(true), back: () => set(false) }
}

beforeEach(async () => {
  await bindDemoUser('990001')
  await campus
    .backend()
    .db.deleteFrom('travel')
    .where('student_code', '=', currentSession()?.subject ?? '')
    .execute()
  campus.calls.length = 0
})

test('a travel form submitted offline survives a restart and is sent once when the network returns [OFF-11 OFF-14 OFF-15 OFF-16]', async () => {
  const offlineNetwork = network()
  offlineNetwork.cut()
  await submitTravel()
  const app = await openApp('/outbox')
  await screen.findByText('到校信息')
  await app.restart('/outbox')
  await screen.findByText('到校信息')
  expect(writes()).toEqual([])
  offlineNetwork.back()
  expect(await screen.findByText('学校已收到')).toBeTruthy()
  expect(writes()).toHaveLength(1)
  expect(writes()[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('a travel form submitted twice offline is one item in the outbox with the last values [OFF-17]', async () => {
  network().cut()
  await submitTravel()
  await submitTravel({ mode: '飞机' })
  await openApp('/outbox')
  expect(await screen.findByText('东莞 → 学校，8月20日，飞机')).toBeTruthy()
  expect(screen.queryByText('东莞 → 学校，8月20日，火车')).toBeNull()
})

test('a step submitted offline is shown as waiting and unlocks the next step, and is done when the university has received it [OFF-22]', async () => {
  const { db } = campus.backend()
  await db
    .deleteFrom('step_done')
    .where('student_code', '=', currentSession()?.subject ?? '')
    .execute()
  const offlineNetwork = network()
  await openApp('/welcome/990001')
  await screen.findByText('到校信息')
  offlineNetwork.cut()
  await submitTravel()
  expect(await screen.findByText('保存在本机，尚未提交')).toBeTruthy()
  expect(screen.getByRole('link', { name: /选择宿舍类型/ })).toBeTruthy()
  offlineNetwork.back()
  expect(await screen.findByText('已完成')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('保存在本机，尚未提交')).toBeNull())
})

test('the step of a refused form is shown as 需要处理 with the reason [OFF-22]', async () => {
  const { db } = campus.backend()
  await db
    .deleteFrom('step_done')
    .where('student_code', '=', currentSession()?.subject ?? '')
    .execute()
  campus.addFault(
    http.post('*/addBusInformation', () => HttpResponse.json({ results: false, msg: '日期已过' })),
  )
  await openApp('/welcome/990001')
  await screen.findByText('到校信息')
  await submitTravel()
  expect(await screen.findByText('需要处理')).toBeTruthy()
  expect(screen.getByText('学校退回：日期已过')).toBeTruthy()
})

test('after unbinding, the next student neither sees nor sends the first student’s form [OFF-09 OFF-20]', async () => {
  const offlineNetwork = network()
  offlineNetwork.cut()
  await submitTravel()
  await act(() => clearPhoneData())
  offlineNetwork.back()
  await bindDemoUser('990003')
  await openApp('/outbox')
  expect(await screen.findByText('没有待提交的内容')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a deep link opens offline for the bound student [OFF-30]', async () => {
  const offlineNetwork = network()
  const app = await openApp('/welcome/990001')
  await screen.findByText('到校信息')
  offlineNetwork.cut()
  await app.restart('/welcome/990001')
  expect(await screen.findByText('到校信息')).toBeTruthy()
  expect(app.address()).toBe('/welcome/990001')
})

test('on a first visit offline the travel form can be filled in as a new one [OFF-26]', async () => {
  network().cut()
  await openApp('/schoolInformation/2/990001')
  expect(await screen.findByRole('button', { name: '提交' })).toBeTruthy()
  expect(screen.getByText(/没有网络，先按新的一份填写/)).toBeTruthy()
})
