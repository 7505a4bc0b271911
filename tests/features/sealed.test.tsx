import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isRosterHere, rosterQuery } from '#app/features/checkin/scanner.ts'
import { seal, takeOut, unseal } from '#app/features/checkin/sealed.ts'
import { copyOf } from '#app/lib/kept.ts'
import { queryClient } from '#app/lib/query-client.ts'
import { token } from '#app/lib/session.ts'
import { createReadStore } from '#offline/reads'
import { bindAs, goOffline, openApp, openCampus } from '#tests/support/render.tsx'

const campus = openCampus()

/** All that the kept reads have on the disk, as text. */
async function disk(): Promise<string> {
  const stored = await createReadStore().storage.entries()
  return JSON.stringify(stored, (_key, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? '(bytes)' : value,
  )
}

async function withRoster() {
  const app = await openApp('/scanCodes', { as: 'T2001' })
  await screen.findByText(/名已登记/)
  const { queryKey } = rosterQuery()
  await waitFor(async () => expect(await copyOf(queryKey)).toBeDefined())
  return { app, queryKey }
}

test('the roster stands on the disk sealed; a restart without a network opens it while the sign-in lives [D-105]', async () => {
  const { app } = await withRoster()
  expect(await disk()).not.toContain('李明轩')
  expect(await isRosterHere()).toBe(true)
  goOffline(campus)
  queryClient.clear()
  await app.restart('/scanCodes')
  expect(await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).toBeTruthy()
})

test('with the end of the sign-in nobody opens it any more, not even who signs in next; a scan that waits stays [D-105]', async () => {
  const { queryKey } = await withRoster()
  const copy = (await copyOf(queryKey))?.state.data
  const before = token()
  const facesKey = [...queryKey.slice(0, 1), 'faces', ...queryKey.slice(2)]
  await waitFor(async () => expect(await copyOf(facesKey)).toBeDefined())
  expect(await takeOut('faces')).toBeDefined()
  expect(copy).toBeDefined()
  const { db } = campus.backend()
  await db.updateTable('session').set({ ended_at: new Date(), ended_why: 'office' }).execute()
  await queryClient.refetchQueries({ queryKey })
  expect(await screen.findByText(/解除了这部手机的绑定/)).toBeTruthy()
  expect(token()).toBeUndefined()
  expect(await takeOut('faces')).toBeUndefined()
  const value = copy !== null && typeof copy === 'object' && 'value' in copy ? copy.value : copy
  const again = structuredClone(value)
  expect(await unseal(again)).toBeUndefined()
  // The home page would ask for the roster anew.
  cleanup()
  await bindAs('T2001')
  expect([await unseal(again), await takeOut('faces')]).toEqual([undefined, undefined])
  expect(await isRosterHere()).toBe(false)
  expect(await unseal(again, before)).toMatchObject({ roster: { residents: expect.any(Array) } })
})

test('what was kept open by an earlier version goes with the first sealed copy; damaged bytes are nothing', async () => {
  await bindAs('T2001')
  const { storage } = createReadStore()
  await storage.setItem('read-["T2001","roster"]', { state: { data: { value: '李明轩' } } })
  await queryClient.fetchQuery(rosterQuery())
  await waitFor(async () => expect(await disk()).not.toContain('李明轩'))
  const sealed = await seal({ name: '李明轩' })
  const bytes = new Uint8Array(sealed.box.slice(0))
  bytes[0] = (bytes[0] ?? 0) ^ 1
  expect(await unseal({ iv: sealed.iv, box: bytes.buffer })).toBeUndefined()
  for (const other of [undefined, null, 'x', {}, { roster: {} }])
    expect(await unseal(other)).toBeUndefined()
})
