import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { callApi } from '#app/lib/network/call-api.ts'
import { fetchImage } from '#app/lib/network/fetch-file.ts'
import { submitToOutbox } from '#app/lib/outbox/outbox.ts'
import { currentSession, getSessionToken } from '#app/lib/session/session.ts'
import { notices } from '#contract/notices'
import { photo } from '#contract/photo'
import { createOutbox } from '#offline/outbox/outbox'
import { openOutboxDatabase } from '#offline/storage/outbox-database'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import { bindDemoUser, openApp, openScreenCampus } from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()
/** A captive portal, or another gateway, that answers every request itself. */
const gate = (status: number) =>
  http.all(
    '*',
    () =>
      new HttpResponse('<!doctype html><title>Wi-Fi</title>', {
        status,
        headers: { 'Content-Type': 'text/html' },
      }),
  )
const list = () =>
  callApi(notices.list, { student: undefined, staff: undefined, page: 1, size: 10 })

test('a picture whose response breaks off while it is read counts as unreachable, and nothing is thrown', async () => {
  const cut = new Response('<html>', { status: 502 })
  const blob = new Blob(['<html>'])
  vi.spyOn(blob, 'text').mockRejectedValue(new DOMException('gone', 'NotReadableError'))
  vi.spyOn(cut, 'blob').mockResolvedValue(blob)
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(cut)
  expect(await fetchImage(photo.image, 'key')).toMatchObject({ type: 'unreachable' })
  vi.restoreAllMocks()
})

test.each([401, 403, 404, 405, 413])(
  'when a gateway answers %i, nobody is signed out and a submission stays in the outbox [D-10]',
  async (status) => {
    await bindDemoUser('990001')
    campus.addFault(gate(status))
    expect(await list()).toMatchObject({ type: 'unreadable' })
    expect(await fetchImage(photo.image, 'key')).toMatchObject({ type: 'unreadable' })
    await submitToOutbox({
      form: 'travel',
      payload: samplePayload('travel', currentSession()?.subject ?? '', 2026, 1),
    })
    const items = () =>
      createOutbox({ database: openOutboxDatabase() }).list(currentSession()?.subject ?? '')
    await waitFor(async () => expect(await items()).toMatchObject([{ state: 'later' }]))
    expect(getSessionToken()).toBeDefined()
  },
)

test.each([401, 403, 404])(
  'unbinding clears the phone even when a gateway answers %i [ID-24]',
  async (status) => {
    const { user } = await openApp('/', { as: '880001' })
    campus.addFault(gate(status))
    await user.click(await screen.findByRole('button', { name: '解除绑定' }))
    await user.click(await screen.findByRole('button', { name: '确定解除' }))
    await screen.findByText('请先绑定')
    expect(getSessionToken()).toBeUndefined()
  },
)
