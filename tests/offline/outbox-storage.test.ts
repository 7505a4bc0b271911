import * as v from 'valibot'
import { describe, expect, test, vi } from 'vitest'
import type { AnyForm } from '#contract/queued-form'
import { Travel, travelForm } from '#contract/travel'
import { createDraftStore } from '#offline/outbox/drafts'
import { createOutbox } from '#offline/outbox/outbox'
import { deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { createReadCache } from '#offline/storage/read-cache'
import { createKillableSteps } from '#tests/support/offline/killable-steps.ts'
import {
  formFinder,
  jsonResponse,
  openOfflinePage,
  createScriptedFetch,
  sampleTravel,
  acceptEveryWrite,
} from '#tests/support/offline/offline-page.ts'

describe('durable storage of submissions', () => {
  test('outbox items survive closing the browser [OFF-14]', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const before = openOfflinePage({ fetch: campus.fetch, storage: 'closed' })
    await before.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await before.database.close()
    const after = openOfflinePage({ fetch: campus.fetch, storage: 'closed' })
    expect(await after.outbox.list('s1')).toMatchObject([
      { state: 'waiting', payload: { startCity: '广东省,东莞市' } },
    ])
  })

  test('a page killed at any moment loses nothing and sends nothing twice [OFF-16]', async () => {
    const whole = createKillableSteps()
    await live(whole, 'whole')
    expect(whole.countMoments()).toBeGreaterThan(15)
    for (let lifespan = 0; lifespan < whole.countMoments(); lifespan++) {
      const storage = `killed-${lifespan}`
      const { campus, saved } = await live(createKillableSteps(lifespan), storage)
      const next = openOfflinePage({
        fetch: campus.fetch,
        storage,
        clock: { now: 1_700_000_900_000 },
      })
      await next.bind('s1', 'token-1')
      await next.sendRound()
      expect(await next.outbox.list('s1'), `lifespan ${lifespan}`).toEqual([])
      // A submission that was reported as saved arrives exactly once, and another one at most once.
      expect(campus.effects.size, `lifespan ${lifespan}`).toBeGreaterThanOrEqual(saved() ? 1 : 0)
      expect(campus.effects.size, `lifespan ${lifespan}`).toBeLessThanOrEqual(1)
      expect(await next.outbox.receipts('s1')).toHaveLength(campus.effects.size)
    }
  })

  test('submitting on a full disk or without a database returns why the submission was not saved', async () => {
    const failing = (name: string) =>
      createOutbox({
        database: {
          run: () => Promise.reject(new DOMException('no', name)),
          close: async () => {},
        },
      })
    const submission = { form: 'travel', subject: 's1', payload: sampleTravel() }
    expect(await failing('QuotaExceededError').add(submission)).toEqual({
      type: 'not-saved',
      why: 'quota',
    })
    expect(await failing('InvalidStateError').add(submission)).toEqual({
      type: 'not-saved',
      why: 'unavailable',
    })
  })

  test('when the disk is full at any write, no rejection is unhandled and no unsaved submission is sent', async () => {
    const unheard: unknown[] = []
    const hear = (cause: unknown) => unheard.push(cause)
    process.on('unhandledRejection', hear)
    const { put } = IDBObjectStore.prototype
    let writes = 0
    let fullAt = 0
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      ...written
    ) {
      if (++writes === fullAt) throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, written)
    })
    for (fullAt = 1; fullAt === 1 || writes >= fullAt - 1; fullAt++) {
      writes = 0
      const { campus, saved } = await live(createKillableSteps(), `full-${fullAt}`).catch(
        () => dead,
      )
      expect(campus.effects.size, `full at write ${fullAt}`).toBeLessThanOrEqual(saved() ? 1 : 0)
    }
    full.mockRestore()
    process.off('unhandledRejection', hear)
    expect(fullAt).toBeGreaterThan(6)
    expect(unheard).toEqual([])
  })

  test('when the connection to the outbox’s database is lost, it is reopened and the write is repeated', async () => {
    const database = openOutboxDatabase('lost')
    const outbox = createOutbox({ database })
    await outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel({ remark: '一' }) })
    const transaction = vi
      .spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementationOnce(() => {
        throw new DOMException('The database connection is closing.', 'InvalidStateError')
      })
    expect(
      await outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel({ remark: '二' }) }),
    ).toMatchObject({
      type: 'saved',
    })
    transaction.mockRestore()
    expect(await outbox.list('s1')).toMatchObject([{ payload: { remark: '二' } }])
  })

  const lost = (name: string) =>
    new DOMException('Connection to Indexed Database server lost. Refresh the page', name)
  // Let the nth claim's commit report an error although it is on disk. `of: 'nothing'` counts the
  // recording of outcomes without a next item to claim.
  const denying = (
    claim: number,
    {
      of = 'items',
      name = 'AbortError',
      meanwhile = async () => {},
    }: { of?: 'items' | 'nothing'; name?: string; meanwhile?: () => Promise<unknown> } = {},
  ) => {
    let claims = 0
    return (database: OutboxDatabase): OutboxDatabase => ({
      ...database,
      run: (options, work) =>
        database.run(options, async (transaction, again) => {
          const result = await work(transaction, again)
          const isClaim =
            typeof result === 'object' && result !== null && 'type' in result && result.type === of
          if (isClaim && ++claims === claim) {
            await transaction.done
            await meanwhile()
            throw lost(name)
          }
          return result
        }),
    })
  }
  const submission = (remark: string) => ({
    form: 'travel',
    subject: 's1',
    payload: sampleTravel({ remark }),
  })

  test.each(['InvalidStateError', 'UnknownError', 'AbortError', 'TimeoutError'])(
    'a connection to the outbox’s database that is lost with %s is reopened up to three times',
    async (name) => {
      const outbox = createOutbox({ database: openOutboxDatabase(`lost-${name}`) })
      await outbox.list('s1')
      for (const times of name === 'TimeoutError' ? [1] : [1, 3]) {
        const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
        for (let time = 0; time < times; time++)
          transaction.mockImplementationOnce(() => {
            throw lost(name)
          })
        expect(await outbox.add(submission(`${times}`))).toMatchObject({ type: 'saved' })
        expect(transaction.mock.calls).toHaveLength(times + 1)
        transaction.mockRestore()
      }
      expect(await outbox.list('s1')).toMatchObject([
        { payload: { remark: name === 'TimeoutError' ? '1' : '3' } },
      ])
    },
  )

  test('a connection to the outbox’s database that several operations lose at once is reopened once', async () => {
    const database = openOutboxDatabase('lost-together')
    await createOutbox({ database }).list('s1')
    const opening = vi.spyOn(indexedDB, 'open')
    const works = [1, 2, 3, 4, 5].map((nth) =>
      database.run({ mode: 'readonly', stores: ['items'] }, async (transaction, again) => {
        if (again) return transaction.objectStore('items').count()
        // The operations fail one after the other, each when the previous one has reopened the
        // connection.
        for (let turn = 0; turn < nth * 4; turn++) await transaction.objectStore('items').count()
        throw lost('UnknownError')
      }),
    )
    expect(await Promise.all(works)).toEqual([0, 0, 0, 0, 0])
    expect(opening.mock.calls).toHaveLength(1)
    opening.mockRestore()
  })

  test('an operation tries an unavailable database four times, later operations try once, and a recovered database is used', async () => {
    const outbox = createOutbox({ database: openOutboxDatabase('away') })
    await outbox.list('s1')
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw lost('UnknownError')
    })
    expect(await outbox.add(submission('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    expect(transaction.mock.calls).toHaveLength(4)
    await expect(outbox.list('s1')).rejects.toThrow('lost')
    expect(transaction.mock.calls).toHaveLength(5)
    transaction.mockRestore()
    expect(await outbox.add(submission('二'))).toMatchObject({ type: 'saved' })
  })

  test('opening the outbox’s database and a transaction in it fail at their timeout', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => new IDBOpenDBRequest())
    const silent = createOutbox({ database: openOutboxDatabase('silent', { open: 5, run: 5 }) })
    expect(await silent.add(submission('一'))).toEqual({ type: 'not-saved', why: 'unavailable' })
    expect(opening.mock.calls).toHaveLength(2)
    opening.mockRestore()

    // The timeout is long enough for an operation on a busy machine.
    const database = openOutboxDatabase('stuck', { open: 500, run: 500 })
    await createOutbox({ database }).list('s1')
    const never = () => new Promise<never>(() => {})
    await expect(
      database.run({ mode: 'readonly', stores: ['items'] }, never),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await createOutbox({ database }).list('s1')).toEqual([])
  })

  test('the connection to the outbox’s database closes when the database is deleted, and opens again afterwards', async () => {
    const database = openOutboxDatabase('way')
    const outbox = createOutbox({ database })
    await outbox.add(submission('一'))
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('way')
      deleting.addEventListener('success', resolve)
      deleting.addEventListener('blocked', () => reject(new Error('blocked')))
    })
    expect(await outbox.list('s1')).toEqual([])
    expect(await outbox.add(submission('二'))).toMatchObject({ type: 'saved' })
  })

  test('a transaction whose work throws stores nothing', async () => {
    const database = openOutboxDatabase('half')
    const failing = database.run({ mode: 'readwrite', stores: ['drafts'] }, async (transaction) => {
      await transaction
        .objectStore('drafts')
        .put({ subject: 's1', form: 'travel', schemaVersion: 1, values: 1, savedAt: 0 })
      throw new RangeError('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    expect(await createDraftStore({ database }).read('s1', 'travel')).toBeUndefined()
  })

  /** A database whose next write is committed but reports an error. */
  const lying = (storage: string, name: string, { looks = true } = {}) => {
    const real = openOutboxDatabase(storage)
    let lies = 1
    const run: OutboxDatabase['run'] = async (options, work) => {
      if (options.mode === 'readonly' && !looks) throw lost(name)
      const result = await real.run(options, work)
      if (options.mode === 'readwrite' && lies-- > 0) throw lost(name)
      return result
    }
    return { ...real, run }
  }

  test.each(['AbortError', 'QuotaExceededError', 'UnknownError'])(
    'if the transaction of a submission commits but reports %s, the submission is reported as saved under its key',
    async (name) => {
      const outbox = createOutbox({ database: lying(`lying-${name}`, name) })
      expect(await outbox.add({ ...submission('一'), key: 'k1' })).toEqual({
        type: 'saved',
        order: 1,
      })
      expect(await outbox.list('s1')).toMatchObject([{ key: 'k1' }])
      const blind = createOutbox({ database: lying(`blind-${name}`, name, { looks: false }) })
      expect(await blind.add(submission('一'))).toEqual({ type: 'not-saved', why: 'unsure' })
    },
  )

  test('a scan is stored once if the connection is lost after its commit', async () => {
    const database = openOutboxDatabase('twice')
    const forms = { scan: scanForm }
    const outbox = createOutbox({ database, findForm: formFinder(forms) })
    await outbox.list('s1')
    const run: OutboxDatabase['run'] = (options, work) =>
      database.run(options, async (transaction, again) => {
        const result = await work(transaction, again)
        if (!again && options.mode === 'readwrite') {
          await transaction.done
          throw lost('UnknownError')
        }
        return result
      })
    const doubting = createOutbox({ database: { ...database, run }, findForm: formFinder(forms) })
    expect(
      await doubting.add({ form: 'scan', subject: 's1', payload: { code: 'a' } }),
    ).toMatchObject({ type: 'saved' })
    expect(await outbox.list('s1')).toHaveLength(1)
  })

  test('if the transaction of a submission commits but reports an error, the submission is not stored again if another page has sent it in the meantime', async () => {
    const page = openOfflinePage({
      fetch: createScriptedFetch(acceptEveryWrite).fetch,
      storage: 'meanwhile',
    })
    await page.bind('s1', 'token-1')
    const database = openOutboxDatabase('meanwhile')
    const run: OutboxDatabase['run'] = (options, work) =>
      database.run(options, async (transaction, again) => {
        const result = await work(transaction, again)
        if (again || options.mode === 'readonly') return result
        await transaction.done
        await page.sendRound()
        throw lost('UnknownError')
      })
    const doubting = createOutbox({ database: { ...database, run } })
    expect(await doubting.add(submission('一'))).toEqual({ type: 'saved', order: 1 })
    expect(await page.outbox.list('s1')).toEqual([])
    expect(await page.outbox.receipts('s1')).toHaveLength(1)
  })

  test('if the transaction of a claim commits but reports an error, the claimed items are sent in the same sending round', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch, around: denying(1) })
    await page.bind('s1', 'token-1')
    await page.outbox.add(submission('一'))
    expect(await page.sendRound()).toEqual({ sent: 1 })
    expect(await page.outbox.list('s1')).toEqual([])
    expect(campus.seen.filter(({ path }) => path.includes('add'))).toHaveLength(1)
  })

  test('if the transaction of a claim commits but reports an error, newer values of a form are still sent after older values', async () => {
    const sent: unknown[] = []
    const clock = { now: 1_700_000_000_000 }
    const campus = createScriptedFetch(({ body }) => {
      if (sent.push(body['remark']) < 3) throw new TypeError('Failed to fetch')
      return jsonResponse({ results: true })
    })
    const { find: _find, update: _update, ...added } = travelForm
    const forms = { travel: added }
    const page = openOfflinePage({ fetch: campus.fetch, forms, clock, around: denying(2) })
    await page.bind('s1', 'token-1')
    await page.outbox.add(submission('一'))
    await page.sendRound()
    await page.outbox.add(submission('二'))
    for (let rounds = 1; rounds <= 3; rounds++) {
      clock.now += 600_000
      await page.sendRound()
    }
    expect(sent).toEqual(['一', '一', '一', '二'])
  })

  test('if the transaction of a claim commits but reports an error, a form is still sent after the form that it waits for', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch, forms: familyFirst(), around: denying(1) })
    await page.bind('s1', 'token-1')
    for (const form of ['living', 'family'])
      await page.outbox.add({ form, subject: 's1', payload: { code: form } })
    expect(await page.sendRound()).toEqual({ sent: 2 })
    expect(campus.seen.map(({ body }) => body['code'])).toEqual(['family', 'living'])
  })

  test.each(['AbortError', 'UnknownError', 'TimeoutError', 'QuotaExceededError'])(
    'if the transaction that records an outcome commits but reports %s, there is one receipt and nothing is sent again',
    async (name) => {
      const clock = { now: 1_700_000_000_000 }
      const campus = createScriptedFetch(acceptEveryWrite)
      const around = denying(1, { of: 'nothing', name })
      const page = openOfflinePage({ fetch: campus.fetch, clock, around })
      await page.bind('s1', 'token-1')
      await page.outbox.add({ ...submission('一'), key: 'k1' })
      const ended = await page.sendRound().catch((cause: unknown) => cause)
      // A full disk is not a lost connection, so that the round reports the error instead of
      // retrying.
      expect(ended).toMatchObject(name === 'QuotaExceededError' ? { name } : { sent: 1 })
      expect(await page.outbox.list('s1')).toEqual([])
      expect(await page.outbox.receipts('s1')).toMatchObject([{ key: 'k1', order: 1 }])
      clock.now += 600_000
      await page.outbox.add({ ...submission('二'), key: 'k2' })
      expect(await page.sendRound()).toEqual({ sent: 1 })
      const written = campus.seen.filter(({ path }) => !path.includes('find'))
      expect(written.map(({ key }) => key)).toEqual(['k1', 'k2'])
      expect(await page.outbox.receipts('s1')).toHaveLength(2)
    },
  )

  test('if the transaction that records an outcome and claims the next item commits but reports an error, both changes are applied once', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch, forms: familyFirst(), around: denying(2) })
    await page.bind('s1', 'token-1')
    for (const form of ['family', 'living'])
      await page.outbox.add({ form, subject: 's1', payload: { code: form } })
    expect(await page.sendRound()).toEqual({ sent: 2 })
    expect(campus.seen.map(({ body }) => body['code'])).toEqual(['family', 'living'])
    expect(await page.outbox.list('s1')).toEqual([])
    expect(await page.outbox.receipts('s1')).toHaveLength(2)
  })

  test('if the transaction that records unanswered attempts commits but reports an error, each attempt counts once, and an unsent item has no attempt', async () => {
    const fetch = createScriptedFetch(() => Promise.reject(new TypeError('Failed to fetch'))).fetch
    const around = denying(1, { of: 'nothing' })
    const page = openOfflinePage({ fetch, forms: { scan: scanForm }, around })
    await page.bind('t1', 'token-1')
    for (const code of ['a', 'b', 'c'])
      await page.outbox.add({ form: 'scan', subject: 't1', payload: { code } })
    await page.sendRound()
    expect(await page.outbox.list('t1')).toMatchObject([
      { state: 'later', attempts: 1 },
      { state: 'later', attempts: 1 },
      { state: 'waiting', attempts: 0 },
    ])
  })

  test('if the transaction that records a refusal commits but reports an error, a repair of the item in another tab is kept', async () => {
    const storage = 'repaired-behind'
    const tab = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch, storage })
    const repair = async () => {
      const [refused] = await tab.outbox.list('s1')
      expect(refused).toMatchObject({ state: 'needs-you', payload: { remark: '一' } })
      await tab.outbox.repair(refused?.order ?? 0, submission('修'))
    }
    const page = openOfflinePage({
      fetch: createScriptedFetch((seen) =>
        seen.path.includes('find') || seen.body['remark'] === '修'
          ? acceptEveryWrite(seen)
          : jsonResponse({ results: false, msg: '请修改' }),
      ).fetch,
      storage,
      around: denying(1, { of: 'nothing', meanwhile: repair }),
    })
    await page.bind('s1', 'token-1')
    await page.outbox.add(submission('一'))
    await page.sendRound()
    expect(await page.outbox.list('s1')).toMatchObject([
      { state: 'waiting', payload: { remark: '修' }, attempts: 0 },
    ])
    expect(await page.sendRound()).toEqual({ sent: 1 })
    expect(await page.outbox.receipts('s1')).toMatchObject([{ payload: { remark: '修' } }])
  })

  test('repairing an item that another tab has replaced or discarded changes nothing and returns replaced', async () => {
    const { outbox } = openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch })
    const mine = await outbox.add(submission('一'))
    const [seen] = await outbox.list('s1')
    await outbox.add(submission('二'))
    const order = mine.type === 'saved' ? mine.order : 0
    const key = seen?.key ?? ''
    expect(await outbox.repair(order, { payload: sampleTravel({ remark: '修' }), key })).toEqual({
      type: 'replaced',
    })
    expect(await outbox.list('s1')).toMatchObject([{ payload: { remark: '二' } }])
    await outbox.discard(order)
    expect(await outbox.repair(order, { payload: sampleTravel({ remark: '修' }), key })).toEqual({
      type: 'replaced',
    })
    expect(await outbox.list('s1')).toEqual([])
  })

  test('a submission is confirmed when its strict transaction completes, not when its request succeeds', async () => {
    const database = openOutboxDatabase('strict')
    await createOutbox({ database }).list('s1')
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
    await createOutbox({ database }).add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    expect(transaction.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ])
    transaction.mockRestore()
  })

  test('three submissions made at the same time keep their order', async () => {
    const page = openOfflinePage({
      fetch: createScriptedFetch(acceptEveryWrite).fetch,
      forms: { scan: scanForm },
    })
    await Promise.all(
      ['a', 'b', 'c'].map((code) =>
        page.outbox.add({ form: 'scan', subject: 't1', payload: { code } }),
      ),
    )
    expect((await page.outbox.list('t1')).map(({ payload }) => payload)).toEqual([
      { code: 'a' },
      { code: 'b' },
      { code: 'c' },
    ])
  })
})

describe('versions of stored items', () => {
  const older: AnyForm = { ...travelForm, schemaVersion: 1 }
  const newer: AnyForm = {
    ...travelForm,
    schemaVersion: 2,
    upcasters: { 1: (old) => ({ ...v.parse(v.looseObject({}), old), remark: '由旧版升级' }) },
  }

  test('an item of an older version is upgraded when it is sent [OFF-31]', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const before = openOfflinePage({
      fetch: campus.fetch,
      storage: 'older',
      forms: { travel: older },
    })
    await before.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    const after = openOfflinePage({
      fetch: campus.fetch,
      storage: 'older',
      forms: { travel: newer },
    })
    await after.bind('s1', 'token-1')
    await after.sendRound()
    expect(campus.seen.at(-1)?.body).toMatchObject({ remark: '由旧版升级' })
  })

  test('an item whose upcaster throws is parked until a version can read it, and other items are sent', async () => {
    const broken: AnyForm = {
      ...newer,
      upcasters: {
        1: (old) => {
          if (JSON.stringify(old).includes('坏')) throw new Error('nobody foresaw this')
          return old
        },
      },
    }
    const campus = createScriptedFetch(acceptEveryWrite)
    const storage = 'broken'
    const before = openOfflinePage({
      fetch: campus.fetch,
      storage,
      forms: { travel: older, scan: { ...older, name: 'scan' } },
    })
    await before.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '坏' }),
    })
    await before.outbox.add({
      form: 'scan',
      subject: 's1',
      payload: sampleTravel({ remark: '好' }),
    })
    const after = openOfflinePage({
      fetch: campus.fetch,
      storage,
      forms: { travel: broken, scan: { ...broken, name: 'scan' } },
    })
    await after.bind('s1', 'token-1')
    await after.sendRound()
    expect(await after.outbox.list('s1')).toMatchObject([
      { form: 'travel', state: 'parked', attempts: 0 },
    ])
    await openOfflinePage({ fetch: campus.fetch, storage, forms: { travel: newer } }).sendRound()
    expect(await after.outbox.list('s1')).toEqual([])
  })

  test('an item of a newer version or an unknown form is parked unchanged until a version of the app knows it', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const storage = 'newer'
    const future = openOfflinePage({
      fetch: campus.fetch,
      storage,
      forms: { travel: newer, hologram: { ...scanForm, name: 'hologram' } },
    })
    await future.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await future.outbox.add({ form: 'hologram', subject: 's1', payload: { code: 'x' } })
    const now = openOfflinePage({ fetch: campus.fetch, storage, forms: { travel: older } })
    await now.bind('s1', 'token-1')
    await now.sendRound({ trigger: 'manual' })
    expect(campus.seen).toEqual([])
    expect(await now.outbox.list('s1')).toMatchObject([
      { state: 'parked', payload: sampleTravel() },
      { state: 'parked', payload: { code: 'x' } },
    ])
    const again = openOfflinePage({
      fetch: campus.fetch,
      storage,
      forms: { travel: newer, hologram: { ...scanForm, name: 'hologram' } },
    })
    await again.sendRound({ trigger: 'manual' })
    expect(await again.outbox.list('s1')).toEqual([])
  })

  test('the payloads of every release’s fixtures can be read', async () => {
    const fixtures = import.meta.glob<{ form: string; schemaVersion: number; payload: unknown }>(
      './fixtures/*.json',
      {
        eager: true,
        import: 'default',
      },
    )
    const { queuedForms } = await import('#contract/forms')
    const { upcastPayload } = await import('#contract/queued-form')
    expect(Object.keys(fixtures).length).toBeGreaterThan(0)
    for (const [file, stored] of Object.entries(fixtures)) {
      const form = queuedForms[stored.form]
      const current = form === undefined ? undefined : upcastPayload(form, stored)
      expect(
        current?.type === 'ok' &&
          v.safeParse(form?.payload.schema ?? Travel.schema, current.payload).success,
        file,
      ).toBe(true)
    }
  })
})

describe('scans and dependent items', () => {
  test('fifty scans are sent once each and in order, although one is refused and one gets no response [OFF-28]', async () => {
    const campus = createScriptedFetch((seen) => {
      if (seen.body['code'] === 'scan-3') return jsonResponse({ results: false, msg: '查无此人' })
      if (seen.body['code'] === 'scan-5') throw new TypeError('Failed to fetch')
      return jsonResponse({ results: true })
    })
    const page = openOfflinePage({ fetch: campus.fetch, forms: { scan: scanForm } })
    await page.bind('t1', 'token-1')
    for (let scan = 1; scan <= 50; scan++)
      await page.outbox.add({ form: 'scan', subject: 't1', payload: { code: `scan-${scan}` } })
    await page.sendRound()
    const left = await page.outbox.list('t1')
    expect(left).toMatchObject([
      { payload: { code: 'scan-3' }, state: 'needs-you' },
      { payload: { code: 'scan-5' }, state: 'later' },
    ])
    const arrived = campus.seen
      .map(({ body }) => body['code'])
      .filter((code) => code !== 'scan-3' && code !== 'scan-5')
    expect(arrived).toEqual(
      Array.from({ length: 50 }, (_, index) => `scan-${index + 1}`).filter(
        (code) => code !== 'scan-3' && code !== 'scan-5',
      ),
    )
  })

  test('an item that depends on another item waits for it, and is removed when it is discarded', async () => {
    const campus = createScriptedFetch((seen) =>
      seen.body['code'] === 'first'
        ? jsonResponse({}, { status: 503 })
        : jsonResponse({ results: true }),
    )
    const page = openOfflinePage({ fetch: campus.fetch, forms: { scan: scanForm } })
    await page.bind('t1', 'token-1')
    const first = await page.outbox.add({ form: 'scan', subject: 't1', payload: { code: 'first' } })
    if (first.type !== 'saved') throw new Error('not saved')
    await page.outbox.add({
      form: 'scan',
      subject: 't1',
      payload: { code: 'second' },
      dependsOn: first.order,
    })
    await page.sendRound()
    expect(campus.seen.map(({ body }) => body['code'])).toEqual(['first'])
    await page.outbox.discard(first.order)
    expect(await page.outbox.list('t1')).toEqual([])
  })

  test('an item that is added during a sending round is delivered in that round', async () => {
    const page = openOfflinePage({
      fetch: createScriptedFetch((seen) => acceptEveryWrite(seen)).fetch,
      forms: { scan: scanForm },
    })
    await page.bind('t1', 'token-1')
    await page.outbox.add({ form: 'scan', subject: 't1', payload: { code: 'first' } })
    const round = page.sendRound()
    await page.outbox.add({ form: 'scan', subject: 't1', payload: { code: 'second' } })
    await round
    expect(await page.outbox.list('t1')).toEqual([])
  })
})

describe('unbinding', () => {
  test('after the databases are deleted, outbox and cache are empty, and a late read is not cached [OFF-09 ID-25]', async () => {
    const page = openOfflinePage({
      fetch: createScriptedFetch(acceptEveryWrite).fetch,
      storage: 'forget-outbox',
    })
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await page.sendRound()
    await page.outbox.add({
      form: 'travel',
      subject: 's1',
      payload: sampleTravel({ remark: '二' }),
    })
    await createDraftStore(page).save({
      subject: 's1',
      form: 'travel',
      values: { remark: '三' },
      savedAt: 0,
    })
    const reads = createReadCache('forget-reads')
    await reads.storage.setItem('timetable', { course: '高等数学' })
    reads.close()
    expect(await deleteIndexedDatabases(['forget-outbox', 'forget-reads', 'never-opened'])).toBe(
      true,
    )
    await reads.storage.setItem('grades', { late: true })
    expect(await page.outbox.list('s1')).toEqual([])
    expect(await page.outbox.receipts('s1')).toEqual([])
    expect(await createDraftStore(page).read('s1', 'travel')).toBeUndefined()
    expect(await reads.storage.entries()).toEqual([])
  })
})

const scanForm: AnyForm = (() => {
  const { find: _find, update: _update, ...rest } = travelForm
  return {
    ...rest,
    name: 'scan',
    replaces: false,
    add: {
      ...travelForm.add,
      form: 'scan',
      input: { ...Travel, encode: (value: unknown) => value },
    },
  }
})()

const dead = { campus: { effects: new Map() }, saved: () => false }

/** Bind, submit and send in one page, at a campus that stores idempotency keys. */
async function live(mortality: ReturnType<typeof createKillableSteps>, storage: string) {
  const effects = new Map<string, unknown>()
  const campus = createScriptedFetch((seen) => {
    if (seen.path.includes('find')) return jsonResponse({ results: null })
    if (seen.key !== null) effects.set(seen.key, seen.body)
    return jsonResponse(
      { results: true },
      { headers: { 'Idempotency-Key': seen.key ?? '', Receipt: 'AAAA-AAAA' } },
    )
  })
  const page = openOfflinePage({
    fetch: mortality.fetch(campus.fetch),
    storage,
    around: mortality.around,
  })
  let saved = false
  const life = async () => {
    await page.bind('s1', 'token-1')
    await page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    saved = true
    await page.sendRound()
  }
  await Promise.race([life(), mortality.killed])
  return { campus: { ...campus, effects }, saved: () => saved }
}

/** Two forms, of which living is sent after family. */
const familyFirst = () => ({
  family: { ...scanForm, name: 'family' },
  living: { ...scanForm, name: 'living', sendAfter: ['family'] },
})
