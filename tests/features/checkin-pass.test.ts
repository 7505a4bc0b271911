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

/** The pass that a phone shows, as long as a test observes it. */
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
/** Clear the memory, as when a phone is switched off after its answers were stored. */
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
  test('a pass is genuine to a supervisor who has no network, and resolves to that student on the server [SCN-10 D-30]', async () => {
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
      // A phone whose timers were suspended checks again when it wakes up.
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

  test('offline the pass relies on the earlier check, and says when that was [D-30]', async () => {
    await bindDemoUser('990002')
    const { checkedAt, expiresAt } = await fresh()
    await restart()
    goOffline(campus)
    const kept = await look(({ reached }) => reached('ready'))
    expect(kept).toMatchObject({ fresh: false, checkedAt, expiresAt })
  })

  test('a student who was checked finds the pass offline without having opened it before; it is renewed once a day [D-30]', async () => {
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

  test('offline without an earlier check the pass says that there is no network [D-30]', async () => {
    await bindDemoUser('990002')
    goOffline(campus)
    const { reason, text } = await look(({ reached }) => reached('refused'))
    expect([reason, text]).toEqual(['unreachable', '当前网络不可用，请联网后再操作'])
  })

  test('offline with an expired credential there is no pass any more, nor a bare number [D-30]', async () => {
    await bindDemoUser('990002')
    await fresh()
    await restart()
    goOffline(campus)
    const real = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(real + 7 * DAY_MS + 60_000)
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({ reason: 'unreachable' })
  })

  test('there is no pass before the registration check [HOME-22 HOME-24]', async () => {
    await bindDemoUser('990001')
    expect(await look(({ reached }) => reached('refused'))).toMatchObject({
      reason: 'not-checked-in',
      text: '报到时使用，现场核验身份后出示',
    })
  })

  test('a campus that revokes the check revokes the pass too, also offline [HOME-22]', async () => {
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

  test('there is no pass without a dorm; postgraduates need none [HOME-23 HOME-25]', async () => {
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

  test('a backend without passes gets the bare stuCode, also offline after both checks [D-30]', async () => {
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

  test('a credential for other keys than the phone’s is ignored', async () => {
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

  test('the pass is requested again after an offline time', async () => {
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

test('a pending request is cancelled without an error when the phone is unbound', async () => {
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
  test('the phone’s keys cannot be exported from the browser, not even by the app itself [security 9]', async () => {
    await bindDemoUser('990002')
    const { secret } = await ensurePass('S990002')
    expect(secret.extractable).toBe(false)
    for (const format of ['pkcs8', 'jwk'] as const)
      await expect(crypto.subtle.exportKey(format, secret)).rejects.toThrow()
  })

  test('the phone’s keys belong to one person, survive a restart, and are deleted with the unbinding [security 9]', async () => {
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

  test('a response that arrives after the unbinding restores no key [security 9]', async () => {
    await bindDemoUser('990002')
    const phone = follow()
    await clearPhoneData()
    await waitUntil(() => expect(phone.told.length).toBeGreaterThan(0))
    phone.stop()
    expect(await everythingIn('baodao-pass')).toEqual([])
  })
})

async function everythingIn(name: string) {
  // Opening a missing database would create it.
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
