import { http, HttpResponse } from 'msw'
import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import { findStoredPass, ensurePass } from '#app/features/checkin/pass/pass-store.ts'
import { subscribeToPass } from '#app/features/checkin/pass/pass-subscription.ts'
import { prefetchCredential } from '#app/features/checkin/pass/prefetch-credential.ts'
import type { PassState } from '#app/features/checkin/pass/usePass.ts'
import { rosterQuery } from '#app/features/checkin/roster/queries.ts'
import { createScanner } from '#app/features/checkin/scanner/scanner.ts'
import { unsealValue } from '#app/features/checkin/sealed-storage/sealed-storage.ts'
import { clearPhoneData } from '#app/features/identity/unbinding.ts'
import { findCachedCopy } from '#app/lib/cache/cached-query.ts'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { recordOutboxOutcome } from '#app/lib/network/network-status.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { checkin } from '#contract/checkin'
import { readPass } from '#contract/checkin-pass'
import {
  bindDemoUser,
  goOffline,
  createHangingHandler,
  openScreenCampus,
} from '../support/screens/render.tsx'
import { waitUntil } from '../support/setup/wait-until.ts'

const campus = openScreenCampus()
const DAY_MS = 86_400_000

/** Subscribe to the bound person's pass and record its states until `stop` is called. */
function follow() {
  const told: PassState[] = []
  const person = currentSession()?.person
  if (person === undefined) throw new Error('nobody is bound')
  const stop = subscribeToPass(person, 'zh', (state) => void told.push(state))
  const reached = <T extends PassState['type']>(
    type: T,
    matches: (state: Extract<PassState, { type: T }>) => boolean = () => true,
  ) =>
    waitUntil(() => {
      const state = told.flatMap((one) => (is(one, type) && matches(one) ? [one] : [])).at(-1)
      if (state === undefined) throw new Error(`it is ${told.at(-1)?.type}, not ${type}`)
      return state
    })
  return { told, reached, stop }
}

const is = <T extends PassState['type']>(
  state: PassState,
  type: T,
): state is Extract<PassState, { type: T }> => state.type === type

async function look<T>(at: (phone: ReturnType<typeof follow>) => Promise<T>): Promise<T> {
  const phone = follow()
  try {
    return await at(phone)
  } finally {
    phone.stop()
  }
}

const fresh = () => look(({ reached }) => reached('ready', (state) => state.fresh))
/**
 * Wait until all responses are on the disk, then clear the memory as a restart of the phone does.
 */
async function restart(): Promise<void> {
  const answered = queryClient.getQueryCache().findAll({
    predicate: ({ state, options }) =>
      state.status === 'success' && options.persister !== undefined,
  })
  await waitUntil(async () => {
    for (const { queryKey } of answered) expect(await findCachedCopy(queryKey)).toBeDefined()
  })
  queryClient.clear()
}

describe('a student’s pass', () => {
  test('a supervisor’s phone verifies a student’s pass offline, and the server resolves the pass to the same student [SCN-10 D-30]', async () => {
    await bindDemoUser('990002')
    const { text, expiresAt, checkedAt } = await fresh()
    expect(expiresAt - serverNow()).toBeLessThanOrEqual(7 * DAY_MS)
    expect(Date.now() - checkedAt).toBeLessThan(60_000)
    await clearPhoneData()
    await bindDemoUser('T2001')
    const { value } = await queryClient.fetchQuery(rosterQuery())
    const { roster } = v.parse(checkin.roster.output.schema, await unsealValue(value))
    const checkResult = await createScanner().check(text, {
      roster,
      waiting: [],
      delivered: [],
    })
    expect(checkResult).toMatchObject({
      type: 'genuine',
      resident: { student: 'S990002', name: '李明轩', room: '412' },
    })
    const staff = await campus.backend().signInAs('T2001')
    const looked = await staff.post('/api/stuEnter/look', { stuCode: text })
    expect(looked.body).toMatchObject({ verified: '1', data: { stuCode: 'S990002' } })
  })

  test('a pass shows a new code every 30 s, with a counter that never repeats, also after a restart [D-30]', async () => {
    await bindDemoUser('990002')
    const counters: number[] = []
    const note = ({ text }: { text: string }) =>
      void counters.push(readPass(text)?.proof.counter ?? -1)
    await look(async ({ reached }) => {
      const first = await reached('ready', (state) => state.fresh)
      note(first)
      expect(first.renewsAt - Date.now()).toBeLessThanOrEqual(30_000)
      const real = Date.now()
      vi.spyOn(Date, 'now').mockReturnValue(real + 31_000)
      // Timers might have been suspended: the pass checks the time again when the page becomes
      // visible.
      document.dispatchEvent(new Event('visibilitychange'))
      const next = await reached('ready', (state) => state.text !== first.text)
      note(next)
      expect(
        (readPass(next.text)?.proof.time ?? 0) - (readPass(first.text)?.proof.time ?? 0),
      ).toBeGreaterThanOrEqual(30_000)
    })
    await restart()
    note(await fresh())
    expect(counters).toEqual([...new Set(counters)].sort((a, b) => a - b))
  })

  test('offline the pass is shown on the basis of the earlier registration check, with the time of that check [D-30]', async () => {
    await bindDemoUser('990002')
    const { checkedAt, expiresAt } = await fresh()
    await restart()
    goOffline(campus)
    const kept = await look(({ reached }) => reached('ready'))
    expect(kept).toMatchObject({ fresh: false, checkedAt, expiresAt })
  })

  test('the pass is prefetched once a day, so that a student whose registration was checked can show it offline without having opened it [D-30]', async () => {
    await bindDemoUser('990002')
    const session = currentSession()
    if (session === null) throw new Error('nobody is bound')
    await prefetchCredential(session.person)
    const asked = () => campus.calls.filter(({ path }) => path.endsWith('checkStuRegStatus')).length
    expect(asked()).toBe(1)
    await prefetchCredential(session.person)
    expect(asked()).toBe(1)
    await restart()
    goOffline(campus)
    expect(await look(({ reached }) => reached('ready'))).toMatchObject({ fresh: false })
  })

  test('offline, without an earlier registration check, the pass page says that there is no network [D-30]', async () => {
    await bindDemoUser('990002')
    goOffline(campus)
    const { reason, text } = await look(({ reached }) => reached('refused'))
    expect([reason, text]).toEqual(['unreachable', '当前网络不可用，请联网后再操作'])
  })

  test('offline with an expired credential neither a pass nor a bare number is shown [D-30]', async () => {
    await bindDemoUser('990002')
    await fresh()
    await restart()
    goOffline(campus)
    const real = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(real + 7 * DAY_MS + 60_000)
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({ reason: 'unreachable' })
  })

  test('a student has no pass before the registration check [HOME-22 HOME-24]', async () => {
    await bindDemoUser('990001')
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({
      reason: 'not-checked-in',
      text: '报到时使用，现场核验身份后出示',
    })
  })

  test('when the campus revokes a student’s registration check, the pass is deleted from the phone [HOME-22]', async () => {
    await bindDemoUser('990002')
    await fresh()
    campus.addFault(
      http.post('*/api/binding/checkStuRegStatus', () => HttpResponse.json({ msg: '0' })),
    )
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({
      reason: 'not-checked-in',
    })
    expect((await findStoredPass('S990002'))?.credential).toBeUndefined()
    goOffline(campus)
    await look(({ reached }) => reached('refused'))
  })

  test('an undergraduate without a dorm has no pass; a postgraduate needs no dorm [HOME-23 HOME-25]', async () => {
    const checked = http.post('*/api/binding/checkStuRegStatus', () =>
      HttpResponse.json({ msg: '1' }),
    )
    campus.addFault(checked)
    await bindDemoUser('990001')
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({
      reason: 'no-dorm',
      text: '您还未选择宿舍，请先选择宿舍',
    })
    await clearPhoneData()
    await bindDemoUser('990004')
    expect(await look(({ reached }) => reached('bare'))).toMatchObject({
      text: 'S990004',
      why: 'backend',
    })
  })

  test('with a backend that issues no passes the bare stuCode is shown, offline too once both checks have passed [D-30]', async () => {
    campus.addFault(
      http.post('*/api/binding/checkStuRegStatus', () => HttpResponse.json({ msg: '1' })),
    )
    await bindDemoUser('990002')
    expect(await look(({ reached }) => reached('bare'))).toMatchObject({
      text: 'S990002',
      why: 'backend',
      fresh: true,
    })
    await restart()
    goOffline(campus)
    expect(await look(({ reached }) => reached('bare'))).toMatchObject({
      text: 'S990002',
      fresh: false,
    })
  })

  test('a page without WebCrypto signing shows the bare stuCode [D-30]', async () => {
    await bindDemoUser('990002')
    vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto)
    expect(await look(({ reached }) => reached('bare'))).toMatchObject({
      text: 'S990002',
      why: 'insecure',
      fresh: true,
    })
  })

  test('a credential that was issued for another key pair than the phone’s is ignored', async () => {
    await bindDemoUser('990002')
    const real = await fresh()
    const stolen = campus.calls.length
    expect(stolen).toBeGreaterThan(0)
    await clearPhoneData()
    await bindDemoUser('990002')
    const pass = {
      credential: btoa(String.fromCharCode(...(readPass(real.text)?.credential.bytes ?? []))),
      expireTime: '',
    }
    const spelled = {
      ...pass,
      credential: pass.credential.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
    }
    campus.addFault(
      http.post('*/api/binding/checkStuRegStatus', () =>
        HttpResponse.json({ msg: '1', pass: spelled }),
      ),
    )
    expect(await look(({ reached }) => reached('bare'))).toMatchObject({ why: 'backend' })
  })

  test('the pass is requested again when the network returns', async () => {
    await bindDemoUser('990002')
    await fresh()
    await restart()
    campus.addFault(
      http.post('*/api/binding/checkStuRegStatus', () => HttpResponse.error(), { once: true }),
    )
    await look(async ({ reached }) => {
      await reached('ready', (state) => !state.fresh)
      await waitUntil(() =>
        expect(campus.calls.some(({ path }) => path.includes('selectDormInfo'))).toBe(true),
      )
      recordOutboxOutcome('unreachable')
      recordOutboxOutcome('ok')
      await reached('ready', (state) => state.fresh)
    })
  })
})

test('unbinding cancels a pending request for the pass without an error', async () => {
  await bindDemoUser('990002')
  const asked = vi.fn<() => void>()
  campus.addFault(createHangingHandler('*/api/binding/checkStuRegStatus', asked))
  await look(async ({ reached }) => {
    await waitUntil(() => expect(asked).toHaveBeenCalled())
    await clearPhoneData()
    await reached('refused')
  })
})

describe('the keys on the phone', () => {
  test('the pass’s private key cannot be exported from the browser, not even by the app itself [security 9]', async () => {
    await bindDemoUser('990002')
    const { secret } = await ensurePass('S990002')
    expect(secret.extractable).toBe(false)
    for (const format of ['pkcs8', 'jwk'] as const)
      await expect(crypto.subtle.exportKey(format, secret)).rejects.toThrow()
  })

  test('the pass’s keys belong to one person, are reused at each opening, and are deleted by unbinding [security 9]', async () => {
    await bindDemoUser('990002')
    const { phone } = await ensurePass('S990002')
    const [one, other] = await Promise.all([ensurePass('S990002'), ensurePass('S990002')])
    expect([one.phone, other.phone]).toEqual([phone, phone])
    expect(await findStoredPass('S990004')).toBeUndefined()
    expect((await ensurePass('S990004')).phone).not.toEqual(phone)
    expect(await findStoredPass('S990002')).toBeUndefined()
    await clearPhoneData()
    expect(await everythingIn('baodao-pass')).toEqual([])
    await bindDemoUser('990002')
    expect((await ensurePass('S990002')).phone).not.toEqual(phone)
  })

  test('a response that arrives after unbinding stores no key of the pass [security 9]', async () => {
    await bindDemoUser('990002')
    const phone = follow()
    await clearPhoneData()
    await waitUntil(() => expect(phone.told.length).toBeGreaterThan(0))
    phone.stop()
    expect(await everythingIn('baodao-pass')).toEqual([])
  })
})

async function everythingIn(name: string) {
  // `indexedDB.open` would create a missing database.
  const isThere = (await indexedDB.databases()).some((one) => one.name === name)
  if (!isThere) return []
  return new Promise<unknown[]>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.addEventListener('error', () => reject(opening.error))
    opening.addEventListener('success', () => {
      const database = opening.result
      const reading = database.transaction('pass').objectStore('pass').getAll()
      reading.addEventListener('success', () => {
        database.close()
        resolve(reading.result)
      })
    })
  })
}
