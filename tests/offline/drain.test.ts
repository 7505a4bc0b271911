import { describe, expect, test } from 'vitest'
import { familyForm } from '#contract/family'
import { type FamilyHousehold } from '#contract/family-household'
import { idempotencyKeyUsedBody } from '#contract/rules'
import { travelForm } from '#contract/travel'
import { deliverItem, drainOutbox } from '#offline/drain/drain'
import { writeLease } from '#offline/drain/lease'
import type { SaveResult } from '#offline/outbox/save-result'
import { exchangeCall } from '#offline/transport/exchange-call'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import {
  formFinder,
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  type ScriptedRequest,
  sampleTravel,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'

const write = (seen: readonly ScriptedRequest[]) =>
  seen.filter(({ path }) => !path.includes('find'))

async function oneItem(
  answer: (seen: ScriptedRequest) => Response | Promise<Response>,
  clock = { now: 1_700_000_000_000 },
) {
  const campus = createScriptedFetch((seen) =>
    seen.path.includes('find') ? jsonResponse({ results: null }) : answer(seen),
  )
  const page = openOfflinePage({ fetch: campus.fetch, clock })
  await page.bind('s1', 'token-1')
  await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
  const round = await page.sendRound()
  return { page, round, campus, clock, item: (await page.outbox.list('s1'))[0] }
}

/** Submit an item whose first try gets no response. */
const silentOnce = (answer: () => Response) => {
  let tries = 0
  return oneItem(() => {
    if (++tries === 1) throw new TypeError('Failed to fetch')
    return answer()
  })
}
const orderOf = (saved: SaveResult) => (saved.type === 'saved' ? saved.order : 0)

describe('the outcome of an item', () => {
  test('after a successful response a receipt is stored and no item waits [OFF-11]', async () => {
    const { page, item, round } = await oneItem((seen) =>
      jsonResponse(
        { results: true },
        { headers: { 'Idempotency-Key': seen.key ?? '', Receipt: '7F3K-92QD' } },
      ),
    )
    expect(item).toBeUndefined()
    expect(round).toEqual({ sent: 1 })
    expect(await page.outbox.receipts('s1')).toMatchObject([
      { form: 'travel', receipt: '7F3K-92QD' },
    ])
  })

  test.each([
    ['no response', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['408', () => jsonResponse({}, { status: 408 })],
    ['409 in flight', () => jsonResponse({ results: false }, { status: 409 })],
    ['425', () => jsonResponse({}, { status: 425 })],
    ['429', () => jsonResponse({ msg: 'x' }, { status: 429 })],
    ['500', () => jsonResponse({ msg: 'x' }, { status: 500 })],
    ['503', () => jsonResponse({}, { status: 503 })],
    ['511 of a captive portal', () => new Response('<html>', { status: 511 })],
    [
      '302 to a captive portal',
      () => new Response(null, { status: 302, headers: { Location: 'http://portal.test/' } }),
    ],
    [
      '200 with a captive portal’s page',
      () =>
        new Response('<html><body>Sign in to Wi-Fi</body></html>', {
          headers: { 'Content-Type': 'text/html' },
        }),
    ],
    ['200 with JSON that is not the backend’s', () => jsonResponse({ portal: true })],
    ['a body cut off', () => new Response('{"results":tr')],
    [
      'the echo of another key',
      () => jsonResponse({ results: true }, { headers: { 'Idempotency-Key': 'another-key' } }),
    ],
    [
      'a gateway’s JSON with 403',
      () =>
        jsonResponse({ error: 'login required', portal: 'http://portal.test' }, { status: 403 }),
    ],
  ])('after %s an item waits for a later try, without a receipt', async (_name, answer) => {
    const { page, item } = await oneItem(answer)
    expect(item).toMatchObject({ state: 'later', attempts: 1 })
    expect(await page.outbox.receipts('s1')).toEqual([])
  })

  test('a 422 response for a used key is distinguished from one that refuses the payload', async () => {
    const body = { results: false, msg: '不行', code: '422' }
    const issues = [{ path: 'startDate', message: '日期不对' }]
    for (const [more, problem] of [
      [idempotencyKeyUsedBody, { message: '不行', keyUsed: true }],
      [{ issues }, { message: '不行', issues }],
      // The campus gives neither a reason nor issues.
      [{}, { message: '不行' }],
    ] as const) {
      const { page, clock } = await silentOnce(() =>
        jsonResponse({ ...body, ...more }, { status: 422 }),
      )
      clock.now += 60_000
      await page.sendRound()
      const [item] = await page.outbox.list('s1')
      expect(item).toMatchObject({ state: 'needs-you' })
      expect(item?.lastProblem).toEqual(problem)
    }
  })

  test.each(['tried again', 'submitted again'])(
    'a submission whose key was used arrives under a new key as an update when it is %s',
    async (way) => {
      let record: unknown = null
      let used = ''
      const campus = createScriptedFetch(({ path, key, body }) => {
        if (path.includes('find')) return jsonResponse({ results: record })
        if (key !== used && used !== '') return jsonResponse({ results: true })
        if (used !== '')
          return jsonResponse(
            { results: false, msg: '', ...idempotencyKeyUsedBody },
            { status: 422 },
          )
        used = key ?? ''
        record = body
        throw new TypeError('Failed to fetch')
      })
      const clock = { now: 1_700_000_000_000 }
      const page = openOfflinePage({ fetch: campus.fetch, clock })
      await page.bind('s1', 'token-1')
      const { outbox } = page
      const submit = () => outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
      const saved = await submit()
      for (let rounds = 0; rounds < 2; rounds++) {
        await page.sendRound()
        clock.now += 600_000
      }
      expect(await outbox.list('s1')).toMatchObject([{ state: 'needs-you', attempts: 2 }])
      if (way === 'tried again') expect(await outbox.retry(orderOf(saved))).toBe(true)
      else expect(await submit()).toEqual(saved)
      expect(await outbox.list('s1')).toMatchObject([{ state: 'waiting', attempts: 0 }])
      await page.sendRound()
      expect(await outbox.list('s1')).toEqual([])
      const writes = write(campus.seen)
      expect(writes.map(({ path }) => path.includes('update'))).toEqual([false, true, true])
      expect(new Set(writes.map(({ key }) => key)).size).toBe(2)
    },
  )

  test('a form that only adds cannot be retried when its key was used, since it might count twice', async () => {
    const campus = createScriptedFetch(() =>
      jsonResponse({ code: '422', msg: 'x', ...idempotencyKeyUsedBody }, { status: 422 }),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    const payload = { student: 's1', step: '4' }
    const saved = await page.outbox.add({ form: 'step', subject: 's1', payload })
    await page.sendRound()
    expect(await page.outbox.list('s1')).toMatchObject([{ lastProblem: { keyUsed: true } }])
    expect(await page.outbox.retry(orderOf(saved))).toBe(false)
    expect(await page.outbox.list('s1')).toMatchObject([{ state: 'needs-you' }])
  })

  test.each([400, 401, 403, 404, 405, 410, 412, 413, 415, 422])(
    'after a gateway’s page with status %i an item waits for a later try',
    async (status) => {
      const { item } = await oneItem(() => new Response('<html>Wi-Fi</html>', { status }))
      expect(item).toMatchObject({ state: 'later', attempts: 1 })
    },
  )

  test.each([400, 403, 404, 410, 413, 422])(
    'an item refused with status %i waits for the student’s decision, with the reason [OFF-19]',
    async (status) => {
      const { item } = await oneItem(() =>
        jsonResponse({ results: false, msg: '请选择今年的日期' }, { status }),
      )
      expect(item).toMatchObject({
        state: 'needs-you',
        lastProblem: { message: '请选择今年的日期' },
      })
    },
  )

  test('an item refused inside a 200 response waits for the student’s decision [OFF-19]', async () => {
    const { item } = await oneItem(() => jsonResponse({ results: false, msg: '迎新已结束' }))
    expect(item).toMatchObject({ state: 'needs-you', lastProblem: { message: '迎新已结束' } })
  })

  test('an item with a 412 response of the campus becomes a conflict', async () => {
    const { item } = await oneItem(() =>
      jsonResponse({ results: false, code: '412', msg: '内容已在别处修改' }, { status: 412 }),
    )
    expect(item).toMatchObject({ state: 'conflict' })
  })

  test.each([
    ['401', () => jsonResponse({ status: -400 }, { status: 401 })],
    ['200 with status -400', () => jsonResponse({ status: -400, msg: 'x' })],
  ])('after %s an item waits until its student signs in again', async (_name, answer) => {
    const { page, item, round, campus } = await oneItem(answer)
    expect(item).toMatchObject({ state: 'signed-out' })
    expect(round.expiredToken).toBe('token-1')
    // Without a new token the item is not tried again.
    const before = campus.seen.length
    await page.sendRound({ trigger: 'manual' })
    expect(campus.seen).toHaveLength(before)
  })

  test('after a backend has echoed a key, a response without an echo does not count as the backend’s', async () => {
    let receipts = true
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: null })
        : jsonResponse(
            { results: true },
            receipts ? { headers: { 'Idempotency-Key': seen.key ?? '' } } : {},
          ),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.sendRound()
    receipts = false
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '改了' }),
    })
    await page.sendRound()
    expect(await page.outbox.list('s1')).toMatchObject([{ state: 'later' }])
  })
})

describe('pauses between tries', () => {
  test('an item’s retry pause doubles from 1 s to 5 min, with jitter', async () => {
    const { page, clock } = await oneItem(() => jsonResponse({}, { status: 503 }))
    const waits: number[] = []
    for (let turn = 0; turn < 12; turn++) {
      const [item] = await page.outbox.list('s1')
      waits.push((item?.nextAttemptAt ?? 0) - clock.now)
      clock.now = item?.nextAttemptAt ?? 0
      await page.sendRound()
    }
    expect(waits.slice(0, 3)).toEqual([750, 1500, 3000])
    expect(waits.at(-1)).toBe(225_000)
  })

  test('Retry-After is obeyed even by a manual request to send', async () => {
    const { page, round, clock, campus } = await oneItem(() =>
      jsonResponse({}, { status: 503, headers: { 'Retry-After': '60' } }),
    )
    expect(round.nextAt).toBe(clock.now + 60_000)
    const before = campus.seen.length
    await page.sendRound({ trigger: 'manual' })
    expect(campus.seen).toHaveLength(before)
    clock.now += 60_000
    await page.sendRound()
    expect(campus.seen.length).toBeGreaterThan(before)
  })

  test('after the phone’s clock has jumped back a year, an item is still tried at once', async () => {
    const { page, clock, campus } = await oneItem(() => jsonResponse({}, { status: 503 }))
    clock.now -= 365 * 86_400_000
    const before = campus.seen.length
    await page.sendRound()
    expect(campus.seen.length).toBeGreaterThan(before)
  })
})

describe('order and replacement of items', () => {
  test('a newer submission replaces an item that was never tried [OFF-17]', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '一' }),
    })
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '二' }),
    })
    expect(await page.outbox.list('s1')).toMatchObject([{ payload: { remark: '二' } }])
  })

  test('after the first try an item’s payload does not change, and newer values are sent after it', async () => {
    let open = false
    const campus = createScriptedFetch((seen) =>
      open ? acceptEveryWrite(seen) : jsonResponse({}, { status: 503 }),
    )
    const clock = { now: 1_700_000_000_000 }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token-1')
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '一' }),
    })
    await page.sendRound()
    clock.now += 1_000
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '二' }),
    })
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '三' }),
    })
    expect((await page.outbox.list('s1')).map(({ payload }) => payload)).toMatchObject([
      { remark: '一' },
      { remark: '三' },
    ])
    open = true
    await page.sendRound({ trigger: 'manual' })
    expect(write(campus.seen).map(({ body }) => body['remark'])).toEqual(['一', '三'])
  })

  test('submitting the same values several times at once creates one item', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch })
    const saved = await Promise.all(
      [1, 2, 3].map(() =>
        page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() }),
      ),
    )
    expect(new Set(saved.map((one) => one.type === 'saved' && one.order)).size).toBe(1)
    expect(await page.outbox.list('s1')).toHaveLength(1)
  })

  test('newer values do not conflict with earlier values of the same phone that arrive before them', async () => {
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: null })
        : seen.ifMatch === '"travel-0"'
          ? jsonResponse({ results: true }, { headers: { ETag: '"travel-1"' } })
          : jsonResponse({ results: true }, { headers: { ETag: '"travel-2"' } }),
    )
    const failing = openOfflinePage({
      fetch: async () => jsonResponse({}, { status: 503 }),
      storage: 'inherit',
    })
    await failing.bind('s1', 'token-1')
    await failing.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '一' }),
      baseVersion: '"travel-0"',
    })
    await failing.sendRound()
    await failing.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '二' }),
      baseVersion: '"travel-0"',
    })
    await openOfflinePage({
      fetch: campus.fetch,
      storage: 'inherit',
      clock: { now: 1_700_000_600_000 },
    }).sendRound()
    expect(write(campus.seen).map(({ ifMatch }) => ifMatch)).toEqual(['"travel-0"', '"travel-1"'])
  })

  test('a form that was opened before the phone’s earlier values arrived does not conflict with them', async () => {
    let version = 0
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: null })
        : jsonResponse({ results: true }, { headers: { ETag: `"travel-${++version}"` } }),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    const submit = (remark: string, baseVersion: string) =>
      page.outbox.add({
        form: 'travel',
        subject: 's1',
        payload: sampleTravel({ remark }),
        baseVersion,
      })
    for (const [remark, on] of [
      ['一', '"travel-0"'],
      ['二', '"travel-0"'],
      ['三', '"travel-0"'],
      ['四', '"office"'],
    ] as const) {
      await submit(remark, on)
      await page.sendRound()
    }
    expect(write(campus.seen).map(({ ifMatch }) => ifMatch)).toEqual([
      '"travel-0"',
      '"travel-1"',
      '"travel-2"',
      '"office"',
    ])
  })

  test('family and travel are sent before uniform and living, in whatever order they were submitted [OFF-15]', async () => {
    const campus = createScriptedFetch((seen) =>
      /find|selebystu/i.test(seen.path)
        ? jsonResponse({
            results:
              seen.path.includes('TravelInformation') || seen.path.includes('Reserve') ? null : [],
          })
        : jsonResponse({ results: true }),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    for (const form of ['uniform', 'living', 'family', 'travel'] as const)
      await page.outbox.add({ form, subject: 's1', payload: samplePayload(form, 's1', 2026, 1) })
    await page.sendRound()
    // This campus does not send the uniform's success marker, `results: 1`, but the test checks
    // only the order of the requests.
    const sent = campus.seen.map(({ path }) => path).filter((path) => /add/i.test(path))
    expect(sent.map((path) => path.split('/').at(-1))).toEqual([
      'addNewReports',
      'addBusInformation',
      'add',
      'addReserve',
    ])
  })

  test('whether a form is added or updated is decided when it is sent [OFF-18]', async () => {
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: travel.encoded })
        : jsonResponse({ results: true }),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.sendRound()
    expect(write(campus.seen).map(({ path }) => path)).toEqual([
      '/api/TravelInformation/updateBusInformation',
    ])
  })

  test('a form is sent as an update even if current validation would refuse the existing record [OFF-18]', async () => {
    const old = {
      ...travel.encoded,
      startDate: '2026-08-20 00:00:00',
      remark: '',
      remarks: '',
      status: null,
    }
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find') ? jsonResponse({ results: old }) : jsonResponse({ results: true }),
    )
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.sendRound()
    expect(write(campus.seen).map(({ path }) => path)).toEqual([
      '/api/TravelInformation/updateBusInformation',
    ])
    expect(await page.outbox.list('s1')).toEqual([])
  })

  test('a corrected guardian’s name is sent with the ID number that the university has, which the phone never stores [FAM-16 D-40]', async () => {
    const number = '110101197001010011'
    const household = samplePayload('family', 's1', 2026, 1)
    const info: object[] = JSON.parse(
      String(Object(familyForm.payload.encode(household as FamilyHousehold)).info),
    )
    const results = info.map((one) => ({ ...one, guardian: '陈建囯', guardianidentifyId: number }))
    let lost = true
    const campus = createScriptedFetch((seen) => {
      if (seen.path.includes('find')) return jsonResponse({ results })
      return lost ? jsonResponse({ msg: 'x' }, { status: 503 }) : jsonResponse({ results: true })
    })
    const clock = { now: 1_700_000_000_000 }
    const page = openOfflinePage({ fetch: campus.fetch, clock, storage: 'numbers' })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'family', subject: 's1', payload: household })
    await page.sendRound()
    const waiting = JSON.stringify(await page.outbox.list('s1'))
    lost = false
    clock.now += 1_000
    await page.sendRound()
    const sent = write(campus.seen).map(({ body }) => JSON.parse(String(body['info'])))
    expect(sent).toMatchObject([
      [{ guardian: '陈建国', guardianidentifyId: number }],
      [{ guardian: '陈建国', guardianidentifyId: number }],
    ])
    expect(waiting + JSON.stringify(await page.outbox.receipts('s1'))).not.toContain(number)
  })

  test('an item of one student is never sent with another student’s token [OFF-20]', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.bind('s2', 'token-2')
    await page.sendRound({ trigger: 'manual' })
    expect(campus.seen).toEqual([])
    await page.bind('s1', 'token-1b')
    await page.sendRound()
    expect(new Set(campus.seen.map(({ token }) => token))).toEqual(new Set(['token-1b']))
    expect(await page.outbox.list('s1')).toEqual([])
  })
})

/**
 * Run a sending round over waiting scans. `answer` answers the nth request, at which the clock
 * advances.
 */
async function roundOf(
  scans: number,
  answer: (nth: number, phone: { rob: () => Promise<void>; key: string }) => Promise<Response>,
  { mayTry = () => true, ms = 0 }: { mayTry?: () => boolean; ms?: number } = {},
) {
  const { find: _find, update: _update, ...added } = travelForm
  const forms = { scan: { ...added, name: 'scan', replaces: false } }
  const clock = { now: 1_700_000_000_000 }
  const page = openOfflinePage({ fetch: fetch, forms, clock })
  await page.bind('s1', 'token-1')
  for (let nth = 1; nth <= scans; nth++)
    await page.outbox.add({ form: 'scan', subject: 's1', payload: sampleTravel() })
  const { database } = page
  const rob = () =>
    database.run({ mode: 'readwrite', stores: ['lease'] }, async (transaction) =>
      writeLease(transaction, 'another', clock.now),
    )
  let asked = 0
  const fetching: typeof fetch = (_address, init) => {
    clock.now += ms
    const key = new Headers(init?.headers).get('Idempotency-Key') ?? ''
    return answer((asked += 1), { rob, key })
  }
  const round = await drainOutbox({
    database,
    holder: 'me',
    now: () => clock.now,
    random: () => 0.5,
    findForm: formFinder(forms),
    exchange: (request) => exchangeCall({ ...request, fetch: fetching }),
    canTry: mayTry,
  })
  const items = await page.outbox.list('s1')
  return {
    round,
    asked,
    clock,
    left: items.map(({ state, attempts }) => `${state} ${attempts}`),
    puzzled: items[0]?.puzzled,
  }
}
const good = async () => jsonResponse({ results: true })
const lost = () => Promise.reject<Response>(new TypeError('Failed to fetch'))

describe('a sending round', () => {
  test('a sending round ends after two unanswered items in a row, does not count the others as tried, and is repeated soon', async () => {
    const { round, left, asked, clock } = await roundOf(4, (nth) => (nth === 1 ? good() : lost()))
    expect(round).toStrictEqual({ sent: 1, nextAt: clock.now + 1_000 })
    expect([asked, left]).toEqual([3, ['later 1', 'later 1', 'waiting 0']])
  })

  test('a sending round continues after a single unanswered item when the next item gets a response', async () => {
    const { round, left } = await roundOf(5, (nth) =>
      nth === 2
        ? Promise.resolve(jsonResponse({}, { status: 503 }))
        : nth % 2 === 1
          ? lost()
          : good(),
    )
    expect(round.sent).toBe(1)
    expect(left).toEqual(['later 1', 'later 1', 'later 1', 'later 1'])
  })

  test('a sending round tries no item while the phone is offline, whether from its start or later', async () => {
    const never = await roundOf(2, good, { mayTry: () => false })
    expect([never.round, never.left]).toStrictEqual([{ sent: 0 }, ['waiting 0', 'waiting 0']])
    let tries = 0
    // `canTry` is called before the claim and before each item.
    const soon = await roundOf(3, good, { mayTry: () => (tries += 1) < 3 })
    expect([soon.round, soon.left]).toStrictEqual([{ sent: 1 }, ['waiting 0', 'waiting 0']])
  })

  test('a slow sending round stores each result at once, and stops when its lease is lost', async () => {
    expect((await roundOf(3, good, { ms: 100 })).round).toStrictEqual({ sent: 3 })
    const robbed = await roundOf(
      3,
      async (_nth, { rob }) => {
        await rob()
        return good()
      },
      { ms: 100 },
    )
    expect(robbed.round).toStrictEqual({ sent: 1, isUnfinished: true })
    expect([robbed.asked, robbed.left]).toEqual([1, ['sending 1', 'sending 1', 'sending 1']])
  })

  test('a sending round that has lost its lease at its end reports that it is unfinished', async () => {
    const signedOut = () => jsonResponse({ status: -400 }, { status: 401 })
    const ended = await roundOf(2, async () => signedOut())
    expect(ended.round).toStrictEqual({ sent: 0, expiredToken: 'token-1' })
    expect(ended.left).toEqual(['signed-out 1', 'waiting 0'])
    const robbed = await roundOf(2, async (_nth, { rob }) => {
      await rob()
      return signedOut()
    })
    expect(robbed.round).toStrictEqual({ sent: 0, isUnfinished: true, expiredToken: 'token-1' })
  })

  test('a sending round counts only delivered items, and notices while running that the backend echoes keys', async () => {
    const echoing = (nth: number, key: string) =>
      jsonResponse({ results: nth !== 1 }, nth === 2 ? { headers: { 'Idempotency-Key': key } } : {})
    const { round, left } = await roundOf(3, async (nth, { key }) => echoing(nth, key))
    expect([round.sent, left]).toEqual([1, ['needs-you 1', 'later 1']])
  })

  test('an unreadable response counts towards asking the student only after a successful lookup, which a gateway would not answer', async () => {
    expect((await roundOf(1, async () => jsonResponse({ portal: true }))).puzzled).toBe(0)
    expect((await oneItem(() => jsonResponse({ portal: true }))).item?.puzzled).toBe(1)
  })
})

describe('the delivery of one item', () => {
  const item = {
    form: 'travel',
    schemaVersion: travelForm.schemaVersion,
    payload: sampleTravel(),
    subject: 's1',
    key: 'k',
    capturedAt: 1_700_000_000_000,
  }
  const bearer = {
    subject: 's1',
    token: 't',
    language: 'zh',
    roots: { campus: '', management: '', provider: '' },
    timeout: 9,
  }
  const delivering = async (over: Partial<typeof item>, renew?: () => Promise<boolean>) => {
    const asked: unknown[] = []
    const delivery = await deliverItem(
      {
        now: () => item.capturedAt + 3_600_000,
        exchange: (request) =>
          exchangeCall({
            ...request,
            fetch: async (address, init) => {
              const sent: unknown = JSON.parse(typeof init?.body === 'string' ? init.body : '')
              asked.push([typeof address === 'string' && address.split('/').at(-1), sent])
              return jsonResponse({ results: asked.length > 1 ? true : null })
            },
          }),
      },
      { ...item, ...over },
      bearer,
      renew === undefined ? {} : { renew },
    )
    return { delivery, asked }
  }

  test('delivering an item looks up the student’s record and then writes', async () => {
    const { delivery, asked } = await delivering({})
    expect(delivery).toStrictEqual({ type: 'delivered', echoed: false })
    expect(asked).toEqual([
      ['findBusInformation', { stuCode: 's1' }],
      ['addBusInformation', expect.objectContaining({ stuCode: 's1' })],
    ])
  })

  test('delivering an item stops before the write if the lease was lost during the lookup', async () => {
    const { delivery, asked } = await delivering({}, async () => false)
    expect(delivery).toStrictEqual({ type: 'later', silent: false, campusResponded: true })
    expect(asked).toHaveLength(1)
  })

  test.each([{ form: 'hologram' }, { schemaVersion: 99 }])(
    'delivering an item with an unreadable payload sends nothing: %o',
    async (over) => {
      expect(await delivering(over)).toMatchObject({ delivery: { type: 'parked' }, asked: [] })
    },
  )
})

const travel = {
  encoded: {
    stuCode: 's1',
    processId: '2',
    startCity: '广东省,东莞市',
    startDate: '2026-08-20',
    arriveDate: '2026-08-21',
    schoolbusSite: '14:30',
    tripMode: '火车',
    heelNum: '1',
    remark: '旧',
    remarks: '旧',
    status: '0',
  },
}
