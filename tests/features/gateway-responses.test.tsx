import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { callApi } from '#app/lib/network/call-api.ts'
import { fetchFile } from '#app/lib/network/fetch-file.ts'
import { hasSessionEnded, getSessionToken } from '#app/lib/session/session.ts'
import { fees } from '#contract/fees'
import { phoneReports } from '#contract/phone-reports'
import { photo } from '#contract/photo'
import {
  GATEWAY_RESPONSE_CASES,
  createGatewayResponse,
} from '#tests/support/fakes/gateway-responses.ts'
import { bindStaffSession } from '#tests/support/screens/bind-staff.ts'
import { listAddresses, waitUntilSettled } from '#tests/support/screens/every-address.ts'
import { openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

// Set the page settings of a server that echoes keys before the app reads them at its first import.
vi.hoisted(() => {
  const block = document.getElementById('settings')
  const told: unknown = JSON.parse(block?.textContent ?? '{}')
  if (block !== null) block.textContent = JSON.stringify({ ...Object(told), echoesKeys: true })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await clearPhoneData()
})

test.each(GATEWAY_RESPONSE_CASES)(
  'when the campus marks its responses, an unmarked response of a gateway counts as unreadable: %s [OFF-15 XC-08]',
  async (name) => {
    bindStaffSession('secret')
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => createGatewayResponse(name))
    expect(await callApi(phoneReports.received, { receipts: [] })).toMatchObject({
      type: 'unreadable',
    })
    expect(await callApi(fees.paidState, { student: 's1', order: undefined })).toMatchObject({
      type: 'unreadable',
    })
    expect([getSessionToken(), hasSessionEnded()]).toEqual(['secret', false])
  },
)

test('a picture without the campus’s marker is not shown as a photo', async () => {
  bindStaffSession('secret')
  const picture = { 'Content-Type': 'image/png' }
  const answers = [picture, { ...picture, 'Answered-By': 'campus' }]
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response('png', { headers: answers.shift() ?? {} }),
  )
  const seen = () => fetchFile(photo.image, 'k', 'image/')
  expect([(await seen()).type, (await seen()).type]).toEqual(['unreadable', 'ok'])
})

test('a response with the campus’s marker that ends the session is obeyed', async () => {
  bindStaffSession('secret')
  const headers = { 'Answered-By': 'campus' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: -400 }, { status: 401, headers }),
  )
  await callApi(phoneReports.received, { receipts: [] })
  expect([getSessionToken(), hasSessionEnded()]).toEqual([undefined, true])
})

/** Texts that blame a system of the university. */
const ACCUSATION = /系统(故障|错误|异常|内部错误)|服务器异常|需要认证/

test.each([
  ['pages of a student', '990001', { code: 0, msg: '1' }],
  ['pages of the office', 'T7001', { code: 1, msg: '需要认证' }],
])(
  'after a gateway’s response no page says that the university’s systems have failed: %s [XC-10 XC-12 DORM-17]',
  async (_, number, said) => {
    let app = await openApp('/', { as: number })
    campus.addFault(http.post('*', () => HttpResponse.json(said)))
    const blaming: string[] = []
    for (const address of listAddresses(number)) {
      if (address.startsWith('/manage') !== number.startsWith('T')) continue
      app = await app.restart(address)
      await waitUntilSettled()
      const shown = document.body.textContent
      if (ACCUSATION.test(shown)) blaming.push(`${address}: ${shown}`)
    }
    expect(blaming).toEqual([])
  },
)

test('a gateway’s response neither confirms a dormitory choice nor shows 宿管系统异常 for its reservation [DORM-05 DORM-17 D-64]', async () => {
  const app = await openApp('/selectdorm/3/990001', { as: '990001' })
  await app.user.click(await screen.findByRole('radio', { name: /四人间/ }))
  campus.addFault(http.post('*', () => HttpResponse.json({ code: 0, msg: '1' })))
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  expect(await screen.findByText('网络错误，请稍后再试')).toBeTruthy()
  campus.clearFaults()
  await app.user.click(screen.getByRole('button', { name: '提交' }))
  await screen.findByRole('button', { name: '下一步' })
  campus.addFault(http.post('*/queryTime', () => HttpResponse.json({ code: 0, msg: '1' })))
  await app.restart('/onlinefee/5/990001')
  await waitUntilSettled()
  expect(document.body.textContent).not.toMatch(ACCUSATION)
})
