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

// The page's side of the outbox: when it sends, what it shows and announces. The campus is a
// script; storing and sending are tested in tests/offline. The outbox uses the clock that exists
// when it is loaded.
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

/** All pending work has ended, except timers. */
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

/** A new person is bound, so that nothing of another test is theirs. */
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
  // The modules that the app loads at the first submission take their time.
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

/** Requests go to the script. */
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
  // A disk that a test has broken works again; the network stays a script to the end.
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
  test('a submission is sent at once, and its receipt replaces it', async () => {
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

  test('a phone that says it is offline holds submissions back, and sends them when it is online again', async () => {
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

  test('the browser’s offline state is only a hint: after five minutes, or by hand, the page tries', async () => {
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

  test('a submission made during a round is sent after it', async () => {
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

  test('a manual request during a round counts as one, whatever other requests come', async () => {
    await bind()
    answer = silent
    await submitToOutbox(scan('990001'))
    await pass(20_000)
    // Its own pause is long by now; only a manual request brings it forward.
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

  test('a silent campus is tried again by itself, and the view says when', async () => {
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

  test('a page that becomes visible tries at once what waits for a silent campus', async () => {
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

  test('a successful answer to another call sends what waits for a campus that was silent', async () => {
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

  test('an item that needs a decision is sent by no sign of the campus', async () => {
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

  test('a database that fails is tried again; where there is none nothing waits for it', async () => {
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

describe('the end of a session', () => {
  const ended = () => jsonResponse({ msg: 'x' }, { status: 401 })

  test('an ended session noticed by the outbox ends it here; waiting items stay', async () => {
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

  test('an ended session does not end a later one', async () => {
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

  test('a page sends nothing after the session ended elsewhere', async () => {
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

  test('without a session nothing is submitted, drafted, exported or taken over', async () => {
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
  test('an item that waits behind another one is shown as a part of it', async () => {
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

  test('a view loaded for one person is not shown once another is bound', async () => {
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

  test('nothing of the previously bound person is shown, from the first moment', async () => {
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

  test('an unreadable store is not shown as an empty one, and a missing one is shown as missing', async () => {
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

  test('an arrival while nobody looks is reported until it was seen', async () => {
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

  test('sent items invalidate the student’s own cached reads, but no inquiry', async () => {
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

  test('an unbinding in another tab takes effect; other messages only reload the view', async () => {
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

  test('a repair is sent; an overtaken one is not, and the list is loaded again', async () => {
    const order = await refused()
    const payload = sampleTravel({ student: me(), remark: '改过了' })
    expect(await repairItem(order, { payload })).toMatchObject({ type: 'saved' })
    await pass(1_000)
    expect(writes().map(({ body }) => body['remark'])).toEqual(['改过了'])
    expect(await repairItem(order, { payload })).toEqual({ type: 'replaced' })
  })

  test('a retry of a final refusal sends nothing', async () => {
    const order = await refused()
    await retryItem(order)
    await pass(1_000)
    expect(outboxView.get().items).toHaveLength(1)
  })

  test('a discarded item is gone from the view', async () => {
    const order = await refused()
    expect(await discardItem(order)).toBe(true)
    await calm()
    expect(outboxView.get()).toMatchObject({ items: [], unsentCount: 0 })
    await pass(1_000)
    expect(writes()).toEqual([])
  })
})

describe('a phone that cannot store anything', () => {
  /** Nothing can be stored. */
  const noStore = (name = 'UnknownError') =>
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('', name)
    })
  const keys = () => new Set(writes().map(({ key }) => key)).size
  const answering = (write: Answer) => {
    answer = (one) => (one.path.includes('find') ? jsonResponse({ results: null }) : write(one))
  }

  test('without storage a form is sent at once, and the campus’s answer is shown', async () => {
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

  test('without storage a submission with the same values is the same one, with other values another; an answered one is over', async () => {
    await bind()
    noStore()
    answering(silent)
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    expect(keys()).toBe(1)
    await submitToOutbox(travel('二'))
    expect(keys()).toBe(2)
    // Of one record only the last values are remembered.
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(3)
    answering(willing)
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(3)
    await submitToOutbox(travel('一'))
    expect(keys()).toBe(4)
  })

  test('without storage each addition is remembered, for the bound person alone', async () => {
    await bind()
    noStore()
    answering(silent)
    for (const scanned of ['1', '2', '1', '2']) await submitToOutbox(scan(scanned))
    expect(keys()).toBe(2)
    await bind()
    await submitToOutbox(scan('1'))
    expect(keys()).toBe(3)
  })

  test('without storage a given key is used', async () => {
    await bind()
    noStore()
    answering(silent)
    await submitToOutbox({ ...scan('1'), key: 'derived' })
    expect(writes().map(({ key }) => key)).toEqual(['derived'])
  })

  test('without storage a campus that was not reached, or whose session ended, has stored nothing', async () => {
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

  test('without storage the outcome under a used key is unknown; a form with a lookup gets another key the next time, a scan does not', async () => {
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

  test('a full disk says so, and nothing is sent silently', async () => {
    await bind()
    noStore('QuotaExceededError')
    expect(await submitToOutbox(travel('一'))).toEqual({ type: 'not-saved', why: 'quota' })
    expect(seen).toEqual([])
  })

  test('an uncertain write stays unsure when the campus was not reached, and not when it answered', async () => {
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

  test('a refused submission is over: the same values again are another submission', async () => {
    await bind()
    noStore()
    answering(() => jsonResponse({ code: '1', msg: '不行' }))
    await submitToOutbox(scan('1'))
    await submitToOutbox(scan('1'))
    expect(keys()).toBe(2)
  })

  test('the campus’s statement about its stored version is used', async () => {
    await bind()
    noStore()
    answering(() => jsonResponse({ code: '0', msg: '新生 1 已报到' }))
    expect(await submitToOutbox(scan('1'))).toEqual({ type: 'sent', message: '新生 1 已报到' })
    answering(willing)
    expect(Object.keys(await submitToOutbox(scan('2')))).toEqual(['type'])
  })

  test('a conflict is shown with the campus’s message', async () => {
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

  test('an imported submission continues here under its own key, in its order, with its dependencies', async () => {
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

  test('an imported submission is skipped when it exists here, is older, unknown, or unreadable', async () => {
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
    // Additions are never older than one another, and no form is older than another form.
    const older = taken({ ...scan('4'), capturedAt: 0 })
    expect(await importOutboxItems([older])).toEqual({ importedCount: 1, skippedCount: 0 })
    // Newer values than the ones here.
    await pass(1_000)
    expect(await importOutboxItems([taken({ capturedAt: Date.now() })])).toEqual({
      importedCount: 1,
      skippedCount: 0,
    })
  })

  test('an imported submission is not treated as older than one of another form', async () => {
    await bind()
    online(false)
    await submitToOutbox(scan('1'))
    await calm()
    expect(await importOutboxItems([taken({ capturedAt: 1 })])).toEqual({
      importedCount: 1,
      skippedCount: 0,
    })
  })

  test('an imported submission is not reported as stored when the phone is full', async () => {
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

describe('items that the university may have lost', () => {
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

  test('lost items are not checked for a stranger, nor where nothing is in doubt', async () => {
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

  test('an item that the university has stays, a lost one asks its student; a scan is sent again by itself', async () => {
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

  test('nothing is sent where nothing was lost', async () => {
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

  test('many items are checked in portions', async () => {
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

  test('an answer from another epoch, or without one, says nothing about this one', async () => {
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
  test('a draft is found again in its form, by its own person only', async () => {
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

  test('a draft opens once the outbox was loaded too', async () => {
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

  test('switching the form switches the draft, however late the first one arrives', async () => {
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

  test('a store that fails loses the draft, not the form', async () => {
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

test('the page’s own database is the outbox’s', async () => {
  await bind()
  await outboxDatabase.run({ mode: 'readonly', stores: ['items'] }, async () => {})
  expect((await indexedDB.databases()).map(({ name }) => name)).toContain('baodao-outbox')
  expect(checks()).toEqual([])
})
