import { notifyManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { isRosterCached, rosterQuery } from '#app/features/checkin/roster/queries.ts'
import {
  writeSealed,
  sealValue,
  readSealed,
  unsealValue,
} from '#app/features/checkin/sealed-storage/sealed-storage.ts'
import {
  forgetSealingKey,
  OFFLINE_GRACE_MS,
} from '#app/features/checkin/sealed-storage/sealing-key.ts'
import { refreshSession } from '#app/features/identity/sign-in.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { getSessionToken } from '#app/lib/session/session.ts'
import { createReadCache } from '#offline/storage/read-cache'
import {
  bindDemoUser,
  goOffline,
  openApp,
  openScreenCampus,
} from '#tests/support/screens/render.tsx'

const campus = openScreenCampus()

/** All cached reads on the disk, as text. */
async function disk(): Promise<string> {
  const stored = await createReadCache().storage.entries()
  return JSON.stringify(stored, (_key, value: unknown) =>
    value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? '(bytes)' : value,
  )
}

async function withRoster() {
  const app = await openApp('/scanCodes', { as: 'T2001' })
  await screen.findByText(/名已登记/)
  const { queryKey } = rosterQuery()
  await waitFor(async () => expect(await findCachedCopy(queryKey)).toBeDefined())
  return { app, queryKey }
}

// First, since the university's clock learned by the other tests would open the list.
test('after a day without an answer of the university the roster is closed, and no clock deletes it [D-105]', async () => {
  const { app } = await withRoster()
  goOffline(campus)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + OFFLINE_GRACE_MS + 60_000 })
  queryClient.clear()
  forgetSealingKey()
  await app.restart('/scanCodes')
  expect(await screen.findByText(/还没有名单/)).toBeTruthy()
  vi.useRealTimers()
  queryClient.clear()
  forgetSealingKey()
  await app.restart('/scanCodes')
  expect(await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).toBeTruthy()
})

test('the roster is stored sealed; a restart without a network opens it while the session lives [D-105]', async () => {
  const { app } = await withRoster()
  expect(await disk()).not.toContain('李明轩')
  expect(await isRosterCached()).toBe(true)
  goOffline(campus)
  queryClient.clear()
  await app.restart('/scanCodes')
  expect(await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).toBeTruthy()
})

test('after the session’s end nobody opens the roster any more, not even the next to sign in; a waiting scan stays [D-105]', async () => {
  const { queryKey } = await withRoster()
  const copy = (await findCachedCopy(queryKey))?.state.data
  const photosKey = [...queryKey.slice(0, 1), 'faces', ...queryKey.slice(2)]
  await waitFor(async () => expect(await findCachedCopy(photosKey)).toBeDefined())
  expect(await readSealed('faces')).toBeDefined()
  expect(copy).toBeDefined()
  const { db } = campus.backend()
  await db.updateTable('session').set({ ended_at: new Date(), ended_why: 'office' }).execute()
  await queryClient.refetchQueries({ queryKey })
  expect(await screen.findByText(/解除了这部手机的绑定/)).toBeTruthy()
  expect(getSessionToken()).toBeUndefined()
  expect(await readSealed('faces')).toBeUndefined()
  const value = copy !== null && typeof copy === 'object' && 'value' in copy ? copy.value : copy
  const again = structuredClone(value)
  expect(await unsealValue(again)).toBeUndefined()
  // The home page would load the roster again.
  cleanup()
  await bindDemoUser('T2001')
  expect([await unsealValue(again), await readSealed('faces')]).toEqual([undefined, undefined])
  expect(await isRosterCached()).toBe(false)
  // Nothing of it can be opened any more, even with the token.
  expect(await disk()).not.toContain('(bytes)')
})

test('a plain copy of an earlier version is deleted with the first sealed copy; damaged bytes count as nothing', async () => {
  await bindDemoUser('T2001')
  const { storage } = createReadCache()
  await storage.setItem('read-["T2001","roster"]', { state: { data: { value: '李明轩' } } })
  await queryClient.fetchQuery(rosterQuery())
  await waitFor(async () => expect(await disk()).not.toContain('李明轩'))
  const sealed = await sealValue({ name: '李明轩' })
  const bytes = new Uint8Array(sealed.box.slice(0))
  bytes[0] = (bytes[0] ?? 0) ^ 1
  expect(await unsealValue({ iv: sealed.iv, box: bytes.buffer })).toBeUndefined()
  for (const other of [undefined, null, 'x', {}, { roster: {} }])
    expect(await unsealValue(other)).toBeUndefined()
})

test('the key of the copies is not extractable and not derived from the token; it is deleted with the session [D-105]', async () => {
  await withRoster()
  const [stored] = await everythingIn('baodao-seal', 'seal')
  const key = stored !== null && typeof stored === 'object' && 'key' in stored ? stored.key : null
  expect(key).toMatchObject({ extractable: false, type: 'secret' })
  const { db } = campus.backend()
  await db.updateTable('session').set({ ended_at: new Date(), ended_why: 'office' }).execute()
  await queryClient.refetchQueries({ queryKey: rosterQuery().queryKey })
  expect(await screen.findByText(/解除了这部手机的绑定/)).toBeTruthy()
  await waitFor(async () => expect(await everythingIn('baodao-seal', 'seal')).toEqual([]))
  await waitFor(async () => expect(await disk()).not.toContain('(bytes)'))
})

test.each([
  ['the first list, whose key is being made', 'generateKey', readRoster],
  ['the first list', 'encrypt', readRoster],
  ['photos', 'encrypt', () => writeSealed('faces', { face: 'jpeg' })],
] as const)(
  'a copy being sealed when the session ends is not written afterwards: %s [D-105]',
  async (_what, step, write) => {
    await bindDemoUser('T2001')
    if (write !== readRoster) await readRoster()
    const held = holdBack(step)
    const writing = write()
    await held.isReached
    const { db } = campus.backend()
    await db.updateTable('session').set({ ended_at: new Date(), ended_why: 'office' }).execute()
    await refreshSession()
    expect(getSessionToken()).toBeUndefined()
    await waitFor(async () => expect(await everythingIn('baodao-seal', 'seal')).toEqual([]))
    await waitFor(async () => expect(await disk()).not.toContain('(bytes)'))
    held.letGo()
    await writing
    // A copy is written once the query has received its answer.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    expect(await disk()).not.toContain('(bytes)')
    expect(await everythingIn('baodao-seal', 'seal')).toEqual([])
    expect(await readSealed('faces')).toBeUndefined()
  },
)

test('a waiting scan has no name, number or room on the disk, is shown to its scanner, and opened by the university alone [D-105]', async () => {
  const { app } = await withRoster()
  const scanner = await app.restart('/scanning')
  goOffline(campus)
  await scanner.user.type(await screen.findByLabelText('输入学号、考生号或身份证号'), '990002')
  await scanner.user.click(screen.getByRole('button', { name: '核验' }))
  await scanner.user.click(await screen.findByRole('button', { name: '仍然确认' }))
  await screen.findByText('待提交 1 条')
  const items = JSON.stringify(await everythingIn('baodao-outbox', 'items'))
  expect(items).toContain('BDS:')
  expect(items).not.toMatch(/李明轩|990002|紫荆苑|412/)
  await scanner.restart('/scanCodes')
  expect(await screen.findAllByText('李明轩')).not.toEqual([])
})

test('online the university opens what the phone has sealed [SCN-07]', async () => {
  const { app } = await withRoster()
  const { db } = campus.backend()
  const standing = () =>
    db
      .selectFrom('arrival')
      .select(['verified', 'staff_code'])
      .where('student_code', '=', 'S990002')
      .where('removed_at', 'is', null)
      .execute()
  const scanner = await app.restart('/scanning')
  await scanner.user.type(await screen.findByLabelText('输入学号、考生号或身份证号'), '990002')
  await scanner.user.click(screen.getByRole('button', { name: '核验' }))
  await scanner.user.click(await screen.findByRole('button', { name: '仍然确认' }))
  await waitFor(async () =>
    expect(await standing()).toEqual([{ verified: false, staff_code: 'T2001' }]),
  )
  const sent = campus.calls.filter(({ path }) => path === '/api/stuEnter/add')
  expect(sent.map(({ body }) => body['stuCode'])).toEqual([expect.stringMatching(/^BDS:/)])
})

async function readRoster(): Promise<void> {
  await queryClient.fetchQuery(rosterQuery()).catch(() => {})
}

/** Make the next use of a WebCrypto function wait. */
function holdBack(step: 'encrypt' | 'generateKey') {
  const held = { letGo: () => {}, isReached: Promise.resolve() }
  const mayGo = new Promise<void>((resolve) => {
    held.letGo = resolve
  })
  held.isReached = new Promise((resolve) => {
    const real = crypto.subtle[step]
    const spy = vi.spyOn(crypto.subtle, step).mockImplementation(async (...given: unknown[]) => {
      spy.mockRestore()
      resolve()
      await mayGo
      return Reflect.apply(real, crypto.subtle, given)
    })
  })
  return held
}

/** All values in a store of this phone's database. */
async function everythingIn(name: string, store: string): Promise<unknown[]> {
  // Opening a missing database would create it.
  const isThere = (await indexedDB.databases()).some((one) => one.name === name)
  if (!isThere) return []
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const reading = database.transaction(store).objectStore(store).getAll()
      reading.addEventListener('success', () => {
        database.close()
        resolve(reading.result)
      })
    })
  })
}
