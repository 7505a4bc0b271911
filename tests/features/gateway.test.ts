import { afterEach, expect, test, vi } from 'vitest'
import { forgetEverything } from '#app/features/identity/leaving.ts'
import { call } from '#app/lib/call.ts'
import { fetchFile } from '#app/lib/files.ts'
import { hasEnded, token } from '#app/lib/session.ts'
import { fees } from '#contract/fees'
import { phones } from '#contract/phones'
import { photo } from '#contract/photo'
import { bindStaff } from '#tests/support/bind-staff.ts'
import { GATEWAY_NAMES, gatewayAnswer } from '#tests/support/gateway.ts'

// What a server that echoes keys writes into its page; read at the first import.
vi.hoisted(() => {
  const block = document.getElementById('settings')
  const told: unknown = JSON.parse(block?.textContent ?? '{}')
  if (block !== null) block.textContent = JSON.stringify({ ...Object(told), echoesKeys: true })
})

afterEach(async () => {
  vi.restoreAllMocks()
  await forgetEverything()
})

test.each(GATEWAY_NAMES)(
  'a gateway signs nobody out, refuses nothing and confirms nothing where the campus marks its answers: %s [OFF-15 XC-08]',
  async (name) => {
    bindStaff('secret')
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => gatewayAnswer(name))
    expect(await call(phones.received, { receipts: [] })).toMatchObject({ type: 'unreadable' })
    expect(await call(fees.paidState, { student: 's1', order: undefined })).toMatchObject({
      type: 'unreadable',
    })
    expect([token(), hasEnded()]).toEqual(['secret', false])
  },
)

test('a picture that comes without the mark is nobody’s face', async () => {
  bindStaff('secret')
  const picture = { 'Content-Type': 'image/png' }
  const answers = [picture, { ...picture, 'Answered-By': 'campus' }]
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response('png', { headers: answers.shift() ?? {} }),
  )
  const seen = () => fetchFile(photo.image, 'k', 'image/')
  expect([(await seen()).type, (await seen()).type]).toEqual(['unreadable', 'ok'])
})

test('the campus’s own word still ends the sign-in', async () => {
  bindStaff('secret')
  const headers = { 'Answered-By': 'campus' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ status: -400 }, { status: 401, headers }),
  )
  await call(phones.received, { receipts: [] })
  expect([token(), hasEnded()]).toEqual([undefined, true])
})
