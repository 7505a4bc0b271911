import { act, renderHook } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '#app/lib/cache/query-client.ts'
import { recordOutboxOutcome, trackNetworkExchange } from '#app/lib/network/network-status.ts'
import { formDrafts, useDraft } from '#app/lib/outbox/drafts.ts'
import {
  connectOutbox,
  countItemsOfOthers,
  outboxDatabase,
  refreshOutboxView,
  repairItem,
  draftStore,
} from '#app/lib/outbox/engine.ts'
import { importOutboxItems } from '#app/lib/outbox/import-items.ts'
import { outbox } from '#app/lib/outbox/outbox-reader.ts'
import { EMPTY_OUTBOX_VIEW, markDeliveriesSeen, outboxView } from '#app/lib/outbox/outbox-view.ts'
import {
  discardItem,
  listExportableItems,
  deleteOwnData,
  retryItem,
  sendOutboxNow,
  submitToOutbox,
  storeSenderIdentity,
  useUnseenDeliveryCount,
} from '#app/lib/outbox/outbox.ts'
import { verifyReceipts } from '#app/lib/outbox/verify-receipts.ts'
import {
  bindSession,
  currentSession,
  clearTabSession,
  endSession,
  getSessionToken,
} from '#app/lib/session/session.ts'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { openOutboxChannel } from '#offline/transport/outbox-channel'
import {
  jsonResponse,
  type ScriptedRequest,
  sampleTravel,
} from '../support/offline/offline-page.ts'
import { storeItems } from '../support/offline/stored-items.ts'
import { WAIT_TIMEOUT_MS } from '../support/setup/timeouts.ts'

// These tests cover when a page sends its outbox, what it shows and what it announces. The campus
// is a script. Storing and sending are tested in tests/offline. The clock is replaced here, since
// the outbox uses the clock that exists when it is loaded.
vi.hoisted(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
})

type Answer = (seen: ScriptedRequest) => Response | Promise<Response>

const willing: Answer = ({ path }) =>
  jsonResponse(path.includes('find') ? { results: null } : { results: true, code: '0' })

let answer: Answer = willing
const seen: ScriptedRequest[] = []
const onForgotten = vi.fn<() => void>()
let nth = 0

const silent: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const isWrite = ({ path }: ScriptedRequest) => !path.includes('find') && !path.includes('/phones/')
const writes = () => seen.filter(isWrite)
const checks = () => seen.filter(({ path }) => path.includes('find'))
const idle = () => new Promise((next) => setImmediate(next))

/** Wait until all pending work has ended, except timers. */
async function calm() {
  for (let turn = 0; turn < 60; turn++) {
    await vi.advanceTimersByTimeAsync(0)
    await idle()
  }
}
async function pass(ms: number) {
  for (let step = 0; step < 10; step++) {
    await vi.advanceTimersByTimeAsync(ms / 10)
    await calm()
  }
}
/** A gate that holds work until a test releases it. */
function gate() {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  return { held, release: () => release() }
}
const online = (is: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
  dispatchEvent(new Event(is ? 'online' : 'offline'))
}
const look = (at: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(at)
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Bind a new student, so that each test begins with an empty outbox. */
async function bind() {
  const code = `S${++nth}`
  bindSession({
    person: {
      role: 'student',
      code,
      number: '880001',
      examNumber: undefined,
      name: '',
      phone: '',
      major: '',
      majorCode: '',
      idCard: '',
      entryYear: '',
      gradeYear: '',
      enrolment: '',
      type: '',
      gender: undefined,
      grade: undefined,
      department: undefined,
      className: undefined,
      status: undefined,
    },
    token: `token of ${code}`,
    reportOpen: true,
  })
  await storeSenderIdentity().catch(() => {})
  await calm()
  return code
}
const me = () => currentSession()?.subject ?? ''
const travel = (remark: string) => ({
  form: 'travel',
  payload: sampleTravel({ student: me(), remark }),
})
const scan = (scanned: string) => ({
  form: 'scan',
  payload: { scanned, at: '2026-09-01T02:00:00.000Z' },
})
const waiting = () => outboxView.get().items.map(({ payload }) => payload)

beforeAll(async () => {
  connectOutbox({ onForgotten })
  wire()
  // Submit once and wait until it has arrived, so that the modules of the first submission are
  // loaded.
  await bind()
  await submitToOutbox(travel('第一份'))
  const isDone = () => outboxView.get().receipts.length > 0
  for (const end = performance.now() + WAIT_TIMEOUT_MS; !isDone() && performance.now() < end;)
    await calm()
  await tidy()
})
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  wire()
})

/** Let `fetch` record each request and return the current `answer`. */
function wire() {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    if (typeof address !== 'string') throw new Error('the app asks by address')
    const request = new Request(new URL(address, 'http://campus.test'), init)
    const one: ScriptedRequest = {
      path: new URL(request.url).pathname,
      key: request.headers.get('Idempotency-Key'),
      ifMatch: request.headers.get('If-Match'),
      token: request.headers.get('Authorization'),
      body: JSON.parse((await request.text()) || '{}'),
    }
    seen.push(one)
    return answer(one)
  })
}

afterEach(tidy)
async function tidy() {
  answer = willing
  // Restore a disk that a test has broken. The network is restored last.
  vi.mocked(IDBDatabase.prototype.transaction).mockRestore?.()
  online(true)
  look('visible')
  recordOutboxOutcome('ok')
  await calm()
  await deleteOwnData(() => true)
  clearTabSession()
  localStorage.clear()
  await pass(600_000)
  vi.restoreAllMocks()
  seen.length = 0
  onForgotten.mockClear()
}
afterAll(() => void vi.useRealTimers())

describe('when the page sends', () => {
  test('a submission is sent at once, and in the view its receipt replaces it', async () => {
    await bind()
    const saved = await submitToOutbox(travel('第一份'))
    expect(saved).toMatchObject({ type: 'saved' })
    await calm()
    expect(writes()).toHaveLength(1)
    expect(outboxView.get()).toMatchObject({
      items: [],
      unsentCount: 0,
      receipts: [{ form: 'travel' }],
    })
  })

  test('while the browser is offline submissions are kept, and the last one is sent when it is online again', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('旧的话'))
    await submitToOutbox(travel('新的话'))
    await pass(60_000)
    expect(seen).toEqual([])
    expect(outboxView.get().unsentCount).toBe(1)
    online(true)
    await calm()
    expect(writes().map(({ body }) => body['remark'])).toEqual(['新的话'])
  })

  test('although the browser reports no network, the page tries to send after five minutes and on request', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    await pass(290_000)
    expect(seen).toEqual([])
    answer = silent
    await pass(20_000)
    expect(seen).toHaveLength(1)
    answer = willing
    sendOutboxNow()
    await pass(1_000)
    expect(writes()).toHaveLength(1)
  })

  test('a submission that is made during a sending round is sent after that round', async () => {
    await bind()
    const { held, release } = gate()
    answer = async (one) => {
      await held
      return willing(one)
    }
    await submitToOutbox(scan('990001'))
    await calm()
    await submitToOutbox(travel('后来的'))
    await calm()
    expect(seen).toHaveLength(1)
    release()
    await calm()
    expect(writes()).toHaveLength(2)
    expect(outboxView.get().unsentCount).toBe(0)
  })

  test('a manual request during a sending round starts a manual round, whatever other requests follow', async () => {
    await bind()
    answer = silent
    await submitToOutbox(scan('990001'))
    await pass(20_000)
    // The retry pause of the first item is long by now, so that only a manual round sends it.
    await submitToOutbox(scan('990002'))
    const { held, release } = gate()
    answer = async (one) => {
      await held
      return willing(one)
    }
    seen.length = 0
    await pass(600)
    await submitToOutbox(scan('990003'))
    await calm()
    sendOutboxNow()
    dispatchEvent(new Event('pageshow'))
    await calm()
    release()
    await pass(1_000)
    expect(outboxView.get().unsentCount).toBe(0)
  })

  test('a campus that does not respond is tried again automatically, and the view contains the time of the next try', async () => {
    await bind()
    answer = silent
    await submitToOutbox(travel('一'))
    await calm()
    const { nextAt = 0 } = outboxView.get()
    expect(nextAt).toBeGreaterThan(Date.now())
    answer = willing
    await pass(nextAt - Date.now())
    expect(writes()).toHaveLength(1)
    expect(outboxView.get().nextAt).toBeUndefined()
  })

  test('items that wait because the campus did not respond are tried at once when the page becomes visible', async () => {
    await bind()
    answer = silent
    await submitToOutbox(travel('一'))
    await pass(60_000)
    look('hidden')
    const before = seen.length
    await pass(1_000)
    answer = willing
    look('hidden')
    await calm()
    expect(seen).toHaveLength(before)
    look('visible')
    await calm()
    expect(writes()).toHaveLength(1)
  })

  test('items that wait because the campus did not respond are sent after another call has succeeded', async () => {
    await bind()
    answer = silent
    await submitToOutbox(travel('一'))
    await pass(60_000)
    await pass(1_000)
    answer = willing
    const before = seen.length
    await trackNetworkExchange(Promise.resolve({ type: 'unreachable' }))
    await calm()
    expect(seen).toHaveLength(before)
    await trackNetworkExchange(Promise.resolve({ type: 'ok' }))
    await calm()
    expect(writes()).toHaveLength(1)
  })

  test('an item that needs the student’s decision is not sent after another call has succeeded or the network has returned', async () => {
    await bind()
    answer = (one) =>
      one.path.includes('find')
        ? jsonResponse({ results: null })
        : jsonResponse({ results: false, msg: '日期不在报到时间内' })
    await submitToOutbox(travel('一'))
    await calm()
    expect(outboxView.get().items).toMatchObject([{ state: 'needs-you' }])
    const before = seen.length
    await trackNetworkExchange(Promise.resolve({ type: 'ok' }))
    dispatchEvent(new Event('online'))
    await pass(10_000)
    expect(seen.filter((one) => !one.path.includes('/phones/'))).toHaveLength(before)
  })

  test('sending is tried again after the database has failed', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    online(true)
    await calm()
    broken.mockRestore()
    await pass(10_000)
    expect(writes()).toHaveLength(1)
  })
})

describe('an ended session', () => {
  const ended = () => jsonResponse({ msg: 'x' }, { status: 401 })

  test('a 401 response to a submission ends the session on the phone, and the waiting item stays', async () => {
    const code = await bind()
    answer = ended
    await submitToOutbox(travel('一'))
    await calm()
    expect(getSessionToken()).toBeUndefined()
    expect(outboxView.get()).toMatchObject({ unsentCount: 1, items: [{ subject: code }] })
    const before = seen.length
    sendOutboxNow()
    await calm()
    expect(seen).toHaveLength(before)
  })

  test('a 401 response to an earlier session’s submission does not end the current session', async () => {
    const code = await bind()
    const { held, release } = gate()
    answer = async () => {
      await held
      return ended()
    }
    await submitToOutbox(travel('一'))
    await calm()
    localStorage.setItem('token', 'a newer one')
    release()
    await calm()
    expect(getSessionToken()).toBe('a newer one')
    expect(me()).toBe(code)
  })

  test('a page sends nothing after its session has ended', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    endSession('root')
    await calm()
    online(true)
    sendOutboxNow()
    await pass(2_000)
    expect(seen).toEqual([])
  })

  test('without a session a form is neither submitted, saved as a draft nor exported', async () => {
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    expect(await formDrafts.save('travel', { a: 1 })).toBe(false)
    expect(await formDrafts.read('travel')).toBeUndefined()
    await formDrafts.drop('travel')
    expect(listExportableItems()).toEqual([])
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    await calm()
    expect(listExportableItems()).toHaveLength(1)
    endSession('root')
    expect(listExportableItems()).toEqual([])
  })
})

describe('the view of the outbox', () => {
  test('an item that depends on another waiting item is not listed on its own', async () => {
    await bind()
    online(false)
    const first = await submitToOutbox(travel('一'))
    const order = first.type === 'saved' ? first.order : 0
    await submitToOutbox({ ...scan('990001'), dependsOn: order })
    await submitToOutbox({ ...scan('990002'), dependsOn: 999_999 })
    await calm()
    expect(outboxView.get().items).toHaveLength(3)
    expect(outboxView.get()).toMatchObject({
      unsentCount: 2,
      topLevelItems: [{ form: 'travel' }, { payload: { scanned: '990002' } }],
    })
  })

  test('items that were being loaded for one student are not shown after another has bound', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    await calm()
    const { held, release } = gate()
    const { list } = outbox
    vi.spyOn(outbox, 'list').mockImplementationOnce(async (subject) => {
      const found = await list(subject)
      await held
      return found
    })
    void refreshOutboxView()
    await calm()
    await bind()
    const shown: unknown[] = []
    const stop = outboxView.subscribe(() => shown.push(...outboxView.get().items))
    release()
    await calm()
    stop()
    expect(shown).toEqual([])
  })

  test('the view is empty as soon as another student has bound', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    await calm()
    expect(waiting()).toHaveLength(1)
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    await bind()
    await refreshOutboxView()
    expect(outboxView.get()).toEqual({ ...EMPTY_OUTBOX_VIEW, unavailable: true })
    broken.mockRestore()
    await refreshOutboxView()
    expect(outboxView.get()).toEqual(EMPTY_OUTBOX_VIEW)
    clearTabSession()
    localStorage.clear()
    await refreshOutboxView()
    expect(outboxView.get()).toEqual(EMPTY_OUTBOX_VIEW)
  })

  test('an unreadable database leaves the view unchanged and marked as unavailable, and a missing database is shown as empty', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    await calm()
    const fails = (name: string) =>
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
        throw new DOMException('', name)
      })
    const broken = fails('UnknownError')
    await refreshOutboxView()
    expect(outboxView.get()).toMatchObject({ unsentCount: 1, unavailable: true })
    expect(await countItemsOfOthers('x').catch(() => 'nobody can look')).toBe('nobody can look')
    broken.mockRestore()
    await refreshOutboxView()
    expect(outboxView.get().unavailable).toBeUndefined()
    const none = fails('NotSupportedError')
    await refreshOutboxView()
    expect(outboxView.get()).toMatchObject({ unsentCount: 0, items: [], receipts: [] })
    expect(await countItemsOfOthers('x')).toBe(0)
    none.mockRestore()
    await refreshOutboxView()
    expect(await countItemsOfOthers('x')).toBe(1)
    expect(await countItemsOfOthers(me())).toBe(0)
  })

  test('a delivery while the page is hidden counts as unseen until it is marked as seen', async () => {
    await bind()
    const unseen = () => renderHook(() => useUnseenDeliveryCount()).result.current
    look('hidden')
    await pass(1_000)
    await submitToOutbox(travel('一'))
    await pass(1_000)
    expect(unseen()).toBe(1)
    markDeliveriesSeen()
    expect(unseen()).toBe(0)
    look('visible')
    await submitToOutbox(scan('990001'))
    await pass(1_000)
    expect(unseen()).toBe(0)
  })

  test('a delivered item invalidates the student’s cached reads, but no payment inquiry', async () => {
    const code = await bind()
    const keys = [
      [code, 'steps'],
      ['somebody else', 'steps'],
      [code, 'inquiry'],
    ]
    for (const key of keys) queryClient.setQueryData(key, 1)
    queryClient
      .getQueryCache()
      .find({ queryKey: [code, 'inquiry'] })
      ?.setOptions({
        queryKey: [code, 'inquiry'],
        meta: { isInquiry: true },
      })
    await submitToOutbox(travel('一'))
    await calm()
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([
      true,
      false,
      false,
    ])
    queryClient.clear()
  })

  test('the message of another tab that has unbound calls onForgotten, and other messages do not', async () => {
    await bind()
    const line = openOutboxChannel()
    line.publish('changed')
    await pass(1_000)
    expect(onForgotten).not.toHaveBeenCalled()
    line.publish('forgotten')
    while (onForgotten.mock.calls.length === 0) await idle()
    expect(onForgotten).toHaveBeenCalledTimes(1)
    line.close()
  })
})

describe('decisions of the student', () => {
  const refuse: Answer = (one) =>
    one.path.includes('find')
      ? jsonResponse({ results: null })
      : jsonResponse({ results: false, msg: '不行' })
  const refused = async () => {
    await bind()
    answer = refuse
    const saved = await submitToOutbox(travel('一'))
    await calm()
    answer = willing
    seen.length = 0
    return saved.type === 'saved' ? saved.order : 0
  }

  test('a repaired item is sent, and a second repair of the same item is refused as replaced', async () => {
    const order = await refused()
    const payload = sampleTravel({ student: me(), remark: '改过了' })
    expect(await repairItem(order, { payload })).toMatchObject({ type: 'saved' })
    await pass(1_000)
    expect(writes().map(({ body }) => body['remark'])).toEqual(['改过了'])
    expect(await repairItem(order, { payload })).toEqual({ type: 'replaced' })
  })

  test('retrying an item that was finally refused sends nothing', async () => {
    const order = await refused()
    await retryItem(order)
    await pass(1_000)
    expect(outboxView.get().items).toHaveLength(1)
  })

  test('a discarded item is removed from the view and not sent', async () => {
    const order = await refused()
    expect(await discardItem(order)).toBe(true)
    await calm()
    expect(outboxView.get()).toMatchObject({ items: [], unsentCount: 0 })
    await pass(1_000)
    expect(writes()).toEqual([])
  })
})

describe('a phone without a usable database', () => {
  /** Let every transaction fail. */
  const noStore = (name = 'UnknownError') =>
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', name)
    })
  const keys = () => new Set(writes().map(({ key }) => key)).size
  const answering = (write: Answer) => {
    answer = (one) => (one.path.includes('find') ? jsonResponse({ results: null }) : write(one))
  }

  test('without storage a form is sent at once, and submitting returns the campus’s receipt or refusal', async () => {
    await bind()
    noStore()
    answering(({ key }) =>
      jsonResponse(
        { results: true },
        { headers: { 'Idempotency-Key': key ?? '', Receipt: '7F3K-92QD' } },
      ),
    )
    expect(await submitToOutbox({ ...travel('一'), baseVersion: '"1"' })).toEqual({
      type: 'sent',
      receipt: '7F3K-92QD',
    })
    expect(writes()[0]).toMatchObject({ ifMatch: '"1"', token: expect.stringContaining(me()) })
    answering(() => jsonResponse({ results: false, msg: '不行' }))
    expect(await submitToOutbox(travel('二'))).toEqual({
      type: 'not-saved',
      why: 'refused',
      message: '不行',
    })
  })

  test('without storage the same values are submitted again under the same key until the campus has answered', async () => {
    await bind()
    noStore()
    answering(silent)
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    expect(keys()).toBe(1)
    await submitToOutbox(travel('二'))
    expect(keys()).toBe(2)
    // For each record only the last values and their key are remembered.
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(3)
    answering(willing)
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(3)
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(4)
  })

  test('without storage each scan keeps its key, and another person’s same scan gets a new key', async () => {
    await bind()
    noStore()
    answering(silent)
    for (const scanned of ['1', '2', '1', '2']) await submitToOutbox(scan(scanned))
    expect(keys()).toBe(2)
    await bind()
    await submitToOutbox(scan('1'))
    expect(keys()).toBe(3)
  })

  test('without storage a submission is sent under the key that the caller has given', async () => {
    await bind()
    noStore()
    answering(silent)
    await submitToOutbox({ ...scan('1'), key: 'derived' })
    expect(writes().map(({ key }) => key)).toEqual(['derived'])
  })

  test('without storage, submitting returns unavailable when the campus was not reached or the session has ended', async () => {
    await bind()
    noStore()
    answer = silent
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    answer = () => jsonResponse({}, { status: 401 })
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    localStorage.removeItem('token')
    const before = seen.length
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    expect(seen).toHaveLength(before)
  })

  test('without storage, submitting under a used key returns unsure; a form with a lookup then gets a new key, and a scan keeps its key', async () => {
    await bind()
    noStore()
    answering(() =>
      jsonResponse({ results: false, msg: 'x', ...idempotencyKeyUsedBody }, { status: 422 }),
    )
    for (const one of [travel('一'), travel('一')])
      expect(await submitToOutbox(one)).toEqual({ type: 'not-saved', why: 'unsure' })
    expect(keys()).toBe(2)
    await submitToOutbox(scan('1'))
    await submitToOutbox(scan('1'))
    expect(keys()).toBe(3)
  })

  test('on a full disk, submitting returns quota, and nothing is sent', async () => {
    await bind()
    noStore('QuotaExceededError')
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'quota' })
    expect(seen).toEqual([])
  })

  test('when it is uncertain whether an item was stored, submitting returns unsure unless the campus answers', async () => {
    await bind()
    const add = vi.spyOn(outbox, 'add').mockResolvedValue({ type: 'not-saved', why: 'unsure' })
    answer = silent
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    answering(() => jsonResponse({ results: false, msg: '不行' }))
    expect(await submitToOutbox(travel('一'))).toMatchObject({ why: 'refused' })
    answering(willing)
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'sent' })
    add.mockResolvedValue({ type: 'not-saved', why: 'unavailable' })
    answer = silent
    expect(await submitToOutbox(travel('二'))).toEqual({ type: 'not-saved', why: 'unavailable' })
  })

  test('after a refusal the same values are submitted under a new key', async () => {
    await bind()
    noStore()
    answering(() => jsonResponse({ code: '1', msg: '不行' }))
    await submitToOutbox(scan('1'))
    await submitToOutbox(scan('1'))
    expect(keys()).toBe(2)
  })

  test('without storage, submitting a scan returns the message in the campus’s response', async () => {
    await bind()
    noStore()
    answering(() => jsonResponse({ code: '0', msg: '新生 1 已报到' }))
    expect(await submitToOutbox(scan('1'))).toEqual({ type: 'sent', message: '新生 1 已报到' })
    answering(willing)
    expect(Object.keys(await submitToOutbox(scan('2')))).toEqual(['type'])
  })

  test('without storage, submitting returns the campus’s message for a conflict', async () => {
    await bind()
    noStore()
    answering(() => jsonResponse({ msg: '已在别处修改' }, { status: 412 }))
    expect(await submitToOutbox({ ...travel('一'), baseVersion: '"1"' })).toMatchObject({
      why: 'refused',
      message: '已在别处修改',
    })
  })
})

describe('submissions from another phone', () => {
  const taken = (over: object = {}) => ({
    form: 'travel',
    key: `key-${++nth}`,
    schemaVersion: 1,
    capturedAt: Date.now() - 1_000,
    payload: sampleTravel({ student: me() }),
    order: 1,
    ...over,
  })

  test('imported submissions keep their keys, their order and their dependencies', async () => {
    await bind()
    online(false)
    const first = taken({ order: 5, baseVersion: '"7"' })
    const second = taken({ ...scan('1'), order: 9, dependsOn: 5 })
    const third = taken({ ...scan('2'), order: 11, dependsOn: 1 })
    expect(await importOutboxItems([third, second, first])).toEqual({
      importedCount: 3,
      skippedCount: 0,
    })
    await calm()
    const [one, two, three] = outboxView.get().items
    expect(one).toMatchObject({ key: first.key, capturedAt: first.capturedAt, baseVersion: '"7"' })
    expect(two).toMatchObject({ key: second.key, dependsOn: one?.order })
    expect(three).not.toHaveProperty('dependsOn')
  })

  test('an imported submission is skipped when its key exists on the phone, or when it is older, of an unknown form, or unreadable', async () => {
    await bind()
    online(false)
    await submitToOutbox({ ...travel('新的'), key: 'here' })
    await calm()
    expect(
      await importOutboxItems([
        taken({ ...scan('1'), key: 'here' }),
        taken({ capturedAt: Date.now() }),
        taken({ form: 'of a later version' }),
        taken({ schemaVersion: 99 }),
        taken({ payload: { remark: 1 }, capturedAt: Date.now() + 1 }),
      ]),
    ).toEqual({ importedCount: 0, skippedCount: 5 })
    expect(await importOutboxItems([taken({ ...scan('3'), capturedAt: 0 })])).toEqual({
      importedCount: 1,
      skippedCount: 0,
    })
    // Scans are not compared by age, nor are submissions of different forms.
    const older = taken({ ...scan('4'), capturedAt: 0 })
    expect(await importOutboxItems([older])).toEqual({ importedCount: 1, skippedCount: 0 })
    // Values newer than those on this phone are imported.
    await pass(1_000)
    expect(await importOutboxItems([taken({ capturedAt: Date.now() })])).toEqual({
      importedCount: 1,
      skippedCount: 0,
    })
  })

  test('an imported submission is imported although one of another form is newer', async () => {
    await bind()
    online(false)
    await submitToOutbox(scan('1'))
    await calm()
    expect(await importOutboxItems([taken({ capturedAt: 1 })])).toEqual({
      importedCount: 1,
      skippedCount: 0,
    })
  })

  test('imported submissions are not counted as imported when the phone’s disk is full', async () => {
    await bind()
    await calm()
    const { transaction } = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
      this: IDBDatabase,
      stores,
      mode,
    ) {
      if (mode === 'readwrite') throw new DOMException('', 'QuotaExceededError')
      return transaction.call(this, stores, mode)
    })
    expect(
      await importOutboxItems([taken({ order: 1 }), taken({ ...scan('1'), order: 2 })]),
    ).toEqual({
      importedCount: 0,
      skippedCount: 0,
      problem: { type: 'not-saved', why: 'quota' },
    })
  })
})

describe('items that the university might have lost', () => {
  const receipt = (order: number, over: object = {}) => ({
    order,
    key: `given-${order}`,
    subject: me(),
    deliveredAt: Date.now(),
    ...over,
  })
  const answering = (gone: readonly string[], epoch = 'e2') => {
    answer = (one) =>
      one.path.includes('received')
        ? jsonResponse({ code: '0', gone, newer: [] }, { headers: { Epoch: epoch } })
        : willing(one)
  }
  const questions = () => seen.filter(({ path }) => path.includes('received'))

  test('receipts are not checked without a session, nor when all are of the current database epoch', async () => {
    expect(await verifyReceipts('e2')).toBe(false)
    localStorage.setItem('token', 'of nobody')
    expect(await verifyReceipts('e2')).toBe(false)
    await bind()
    await storeItems(outboxDatabase, [], [receipt(1)])
    localStorage.removeItem('token')
    expect(await verifyReceipts('e2')).toBe(false)
    await bind()
    await storeItems(outboxDatabase, [], [receipt(1, { epoch: 'e2' })])
    expect(await verifyReceipts('e2')).toBe(true)
    expect(questions()).toEqual([])
  })

  test('a form that the university has lost waits for the student’s decision, and a lost scan is sent again automatically', async () => {
    await bind()
    await storeItems(
      outboxDatabase,
      [],
      [receipt(1), receipt(2), receipt(3, { ...scan('990001'), schemaVersion: 1 })],
    )
    answering(['given-2', 'given-3'])
    expect(await verifyReceipts('e2')).toBe(true)
    await calm()
    expect(questions()[0]?.body).toEqual({
      receipts: [
        { form: 'travel', key: 'given-1' },
        { form: 'travel', key: 'given-2' },
        { form: 'scan', key: 'given-3' },
      ],
    })
    expect(questions()[0]?.token).toBe(getSessionToken())
    expect(outboxView.get()).toMatchObject({ items: [{ key: 'given-2', state: 'needs-you' }] })
    expect(writes().map(({ key }) => key)).toEqual(['given-3'])
  })

  test('checking receipts of which none is lost sends nothing', async () => {
    await bind()
    online(false)
    await submitToOutbox(travel('一'))
    online(true)
    answer = silent
    await pass(60_000)
    await pass(1_000)
    seen.length = 0
    await storeItems(outboxDatabase, [], [receipt(900)])
    answering([])
    expect(await verifyReceipts('e2')).toBe(true)
    await calm()
    expect(writes()).toEqual([])
    expect(checks()).toEqual([])
  })

  test('receipts are checked in portions of 100', async () => {
    await bind()
    await storeItems(
      outboxDatabase,
      [],
      Array.from({ length: 101 }, (_, at) => receipt(at + 1)),
    )
    answering([])
    expect(await verifyReceipts('e2')).toBe(true)
    expect(questions().map(({ body }) => Object.values(body['receipts'] ?? {}).length)).toEqual([
      100, 1,
    ])
  })

  test('a response from another database epoch, no response, or an error leaves the receipts unchecked', async () => {
    await bind()
    await storeItems(outboxDatabase, [], [receipt(1)])
    answering(['given-1'], 'e3')
    expect(await verifyReceipts('e2')).toBe(false)
    answer = silent
    expect(await verifyReceipts('e2')).toBe(false)
    answer = () =>
      jsonResponse({ code: '500', msg: 'x' }, { status: 500, headers: { Epoch: 'e2' } })
    expect(await verifyReceipts('e2')).toBe(false)
    await refreshOutboxView()
    expect(outboxView.get().items).toEqual([])
  })
})

describe('drafts', () => {
  test('a draft is saved, read, changed and dropped for its form only', async () => {
    await bind()
    expect(await formDrafts.save('travel', { remark: '打字中' })).toBe(true)
    expect(await formDrafts.read('travel')).toEqual({ remark: '打字中' })
    expect(await formDrafts.read('family')).toBeUndefined()
    const { result } = renderHook(() => useDraft('travel'))
    expect(result.current.ready).toBe(false)
    await act(calm)
    expect(result.current).toMatchObject({ ready: true, draft: { remark: '打字中' } })
    await result.current.save({ remark: '改了' })
    expect(await formDrafts.read('travel')).toEqual({ remark: '改了' })
    await result.current.drop()
    expect(await formDrafts.read('travel')).toBeUndefined()
  })

  test('a draft is ready only when the outbox has been loaded too', async () => {
    await bind()
    await formDrafts.save('travel', { remark: '一' })
    const { held, release } = gate()
    vi.spyOn(outbox, 'list').mockImplementationOnce(async () => {
      await held
      return []
    })
    const { result } = renderHook(() => useDraft('travel'))
    await act(calm)
    expect(result.current).toMatchObject({ ready: false })
    release()
    await act(calm)
    expect(result.current).toMatchObject({ ready: true, draft: { remark: '一' } })
  })

  test('switching to another form shows that form’s draft, even if the first draft loads later', async () => {
    await bind()
    for (const form of ['travel', 'family', 'uniform']) await formDrafts.save(form, { of: form })
    const { held, release } = gate()
    const { read } = draftStore
    vi.spyOn(draftStore, 'read').mockImplementationOnce(async (subject, form) => {
      const found = await read(subject, form)
      await held
      return found
    })
    const { result, rerender } = renderHook(({ form }) => useDraft(form), {
      initialProps: { form: 'travel' },
    })
    await act(calm)
    rerender({ form: 'family' })
    await act(calm)
    expect(result.current.draft).toEqual({ of: 'family' })
    release()
    await act(calm)
    expect(result.current.draft).toEqual({ of: 'family' })
    rerender({ form: 'uniform' })
    await act(calm)
    expect(result.current.draft).toEqual({ of: 'uniform' })
  })

  test('when the database fails, drafts are not saved, and a form opens without one', async () => {
    await bind()
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('lost', 'UnknownError')
    })
    expect(await formDrafts.save('travel', {})).toBe(false)
    expect(await formDrafts.read('travel')).toBeUndefined()
    await formDrafts.drop('travel')
    const { result } = renderHook(() => useDraft('travel'))
    await act(calm)
    expect(result.current).toMatchObject({ ready: true, draft: undefined })
    broken.mockRestore()
  })
})

test('the page uses the database baodao-outbox', async () => {
  await bind()
  await outboxDatabase.run({ mode: 'readonly', stores: ['items'] }, async () => {})
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain('baodao-outbox')
  expect(checks()).toEqual([])
})
