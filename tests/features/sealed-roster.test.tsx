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

// This test comes first: after the others the university's clock is known, and the list would open.
test('a day after the last response of the university the roster cannot be opened, but it is not deleted [D-105]', async () => {
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

test('the roster is stored encrypted, and can be opened after an offline restart while the session lasts [D-105]', async () => {
  const { app } = await withRoster()
  expect(await disk()).not.toContain('李明轩')
  expect(await isRosterCached()).toBe(true)
  goOffline(campus)
  queryClient.clear()
  await app.restart('/scanCodes')
  expect(await screen.findByText(/\d+ 名学生，\d+ 名已登记/)).toBeTruthy()
})

test('after the session has ended the roster and the photos are deleted, and their copies cannot be decrypted after the next sign-in [D-105]', async () => {
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
  // Close home, which would load the roster again.
  cleanup()
  await bindDemoUser('T2001')
  expect([await unsealValue(again), await readSealed('faces')]).toEqual([undefined, undefined])
  expect(await isRosterCached()).toBe(false)
  // No encrypted copy is left on the disk.
  expect(await disk()).not.toContain('(bytes)')
})

test('an earlier version’s unencrypted roster is deleted when an encrypted one is stored, and damaged copies are ignored', async () => {
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

test('the key of the encrypted roster is not extractable, and is deleted when the session ends [D-105]', async () => {
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
  ['the first roster, while its key is generated', 'generateKey', readRoster],
  ['the first roster', 'encrypt', readRoster],
  ['photos', 'encrypt', () => writeSealed('faces', { face: 'jpeg' })],
] as const)(
  'a copy that is being encrypted when the session ends is not stored: %s [D-105]',
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
    // Wait until the query has received its response, when the copy would be stored.
    await new Promise<void>((resolve) => notifyManager.schedule(resolve))
    expect(await disk()).not.toContain('(bytes)')
    expect(await everythingIn('baodao-seal', 'seal')).toEqual([])
    expect(await readSealed('faces')).toBeUndefined()
  },
)

test('a waiting scan is stored without name, number or room, and its supervisor sees the student’s name [D-105]', async () => {
  const { app } = await withRoster()
  const scanner = await app.restart('/scanning')
  goOffline(campus)
  await scanner.user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), '990002')
  await scanner.user.click(screen.getByRole('button', { name: '核验' }))
  await scanner.user.click(await screen.findByRole('button', { name: '仍然确认' }))
  await screen.findByText('待提交 1 条')
  const items = JSON.stringify(await everythingIn('baodao-outbox', 'items'))
  expect(items).toContain('BDS:')
  expect(items).not.toMatch(/李明轩|990002|紫荆苑|412/)
  await scanner.restart('/scanCodes')
  expect(await screen.findAllByText('李明轩')).not.toEqual([])
})

test('the university decrypts a scan that the phone has encrypted [SCN-07]', async () => {
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
  await scanner.user.type(await screen.findByLabelText('输入学号、考生号或证件号码'), '990002')
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

/** Let the next call of a WebCrypto function wait for `letGo`. */
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
  // `indexedDB.open` would create a missing database.
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
