import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { queuedForms } from '#contract/forms'
import { type AnyForm, upcastPayload } from '#contract/queued-form'
import { travelForm } from '#contract/travel'
import { setSenderIdentity } from '#offline/drain/sender-identity'
import { createDraftStore } from '#offline/outbox/drafts'
import { createOutbox } from '#offline/outbox/outbox'
import type {
  SenderIdentity,
  FormDraft,
  OutboxItem,
  DeliveryReceipt,
} from '#offline/outbox/outbox-records'
import { createCampusModel } from '#tests/support/offline/campus-model.ts'
import {
  formFinder,
  jsonResponse,
  openOfflinePage,
  type OfflinePage,
  createScriptedFetch,
  sampleTravel,
} from '#tests/support/offline/offline-page.ts'

/** All data that a version of the app has stored on a phone. */
interface Left {
  readonly items: readonly OutboxItem[]
  readonly receipts: readonly DeliveryReceipt[]
  readonly drafts: readonly FormDraft[]
  readonly bearer: SenderIdentity
}

const phones = import.meta.glob<Left>('./fixtures/phones/*.json', {
  eager: true,
  import: 'default',
})

const FORMS_OF_FIRST_RELEASE = 6

/** A payload of each version of each form. */
const payloadFixtures = import.meta.glob<{ readonly form: string; readonly schemaVersion: number }>(
  './fixtures/*.json',
  { eager: true, import: 'default' },
)

const leave = ({ database }: OfflinePage, { items, receipts, drafts, bearer }: Left) =>
  database
    .run({ mode: 'readwrite', stores: ['items', 'receipts', 'drafts'] }, async (transaction) => {
      for (const one of items) await transaction.objectStore('items').put(one)
      for (const one of receipts) await transaction.objectStore('receipts').put(one)
      for (const one of drafts) await transaction.objectStore('drafts').put(one)
    })
    .then(() => setSenderIdentity(database, bearer))

// Receipts of the first builds have no version, which means version 1.
const isRepeatableQuery = ({
  form: name,
  schemaVersion = 1,
  payload,
}: OutboxItem | DeliveryReceipt) => {
  const form = queuedForms[name]
  const current = form === undefined ? undefined : upcastPayload(form, { schemaVersion, payload })
  return current?.type === 'ok' && v.is(form?.payload.schema ?? v.never(), current.payload)
}

describe('a phone with data of an earlier release', () => {
  test.each(Object.entries(phones))(
    'from the phone data of an earlier release (%s), waiting items of every state are sent, and receipts and drafts can be read',
    async (_file, left) => {
      // Parked items belong to an even later version and stay unchanged.
      const parked = left.items.filter(({ state }) => state === 'parked')
      const known = left.items.filter(({ state }) => state !== 'parked')
      // The phone has no item of a form that was added after the release.
      const forms = new Set(known.map(({ form }) => form))
      expect(new Set(left.receipts.map(({ form }) => form))).toEqual(forms)
      expect([...forms].filter((form) => queuedForms[form] === undefined)).toEqual([])
      expect(forms.size).toBeGreaterThanOrEqual(FORMS_OF_FIRST_RELEASE)
      const campus = createCampusModel({ keepsKeys: true })
      const person = await campus.enrolStudent()
      const { subject } = person
      const clock = { now: campus.now() + 86_400_000 }
      const page = openOfflinePage({ fetch: campus.fetch, clock })
      await leave(page, left)
      // Create the record from which the travel form was filled in.
      await campus.createDirectClient(person).write('travel', sampleTravel({ student: subject }))
      expect(await page.outbox.list(subject)).toEqual(left.items)
      expect([...known, ...left.receipts].filter((one) => !isRepeatableQuery(one))).toEqual([])
      for (const { subject: whose, form, values } of left.drafts)
        expect(await createDraftStore(page).read(whose, form)).toMatchObject({ values })
      const rounds = async () => {
        for (let round = 0; round < 2; round++) {
          clock.now += 600_000
          await page.sendRound({ trigger: 'manual' })
        }
      }
      await rounds()
      // Items that need a decision are not sent before their student decides.
      const asking = known.filter(({ state }) => state === 'needs-you' || state === 'conflict')
      const rest = (await page.outbox.list(subject)).filter(
        ({ form }) => queuedForms[form] !== undefined,
      )
      expect(rest).toMatchObject(asking.map(({ key, state }) => ({ key, state })))
      for (const { order, payload } of rest) await page.outbox.repair(order, { payload })
      await rounds()
      expect(await page.outbox.list(subject)).toEqual(parked)
      expect(await page.outbox.receipts(subject)).toHaveLength(left.receipts.length + known.length)
    },
  )
})

test('the fixtures have the phone data of the current release and a payload of every version of every form', () => {
  const { version } = v.parse(
    v.object({ version: v.string() }),
    JSON.parse(readFileSync('package.json', 'utf8')),
  )
  expect(Object.keys(phones)).toContain(`./fixtures/phones/${version}.json`)
  const versions = Object.values(queuedForms).flatMap(({ name, schemaVersion }) =>
    Array.from({ length: schemaVersion }, (_, at) => [name, at + 1] as const),
  )
  for (const [form, schemaVersion] of versions)
    expect(payloadFixtures[`./fixtures/${form}-${schemaVersion}.json`]).toMatchObject({
      form,
      schemaVersion,
    })
})

/** A version of the travel form whose upcasters each append the version to the remark. */
const inVersion = (schemaVersion: number): AnyForm => ({
  ...travelForm,
  schemaVersion,
  upcasters: Object.fromEntries(
    Array.from({ length: schemaVersion - 1 }, (_, at) => [
      at + 1,
      (old: unknown) => {
        const { remark, ...rest } = v.parse(v.looseObject({ remark: v.string() }), old)
        return { ...rest, remark: `${remark}+${at + 2}` }
      },
    ]),
  ),
})

describe('versions of a form', () => {
  const submit = ({ outbox }: OfflinePage, remark: string) =>
    outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel({ remark }) })

  test('a payload that is three versions old is upgraded version by version', async () => {
    const campus = createScriptedFetch(() => jsonResponse({ results: null }))
    const [old, now] = [1, 4].map((version) =>
      openOfflinePage({
        fetch: campus.fetch,
        storage: 'skipped',
        forms: { travel: inVersion(version) },
      }),
    )
    if (old === undefined || now === undefined) throw new Error('two pages')
    await submit(old, '一')
    await now.bind('s1', 'token-1')
    await now.sendRound()
    expect(campus.seen.at(-1)?.body).toMatchObject({ remark: '一+2+3+4' })
  })

  test('when an old and a new tab write and send in any order, the newest values remain, and the old tab sends no newer payload', async () => {
    for (let order = 0; order < 64; order++) {
      const campus = createCampusModel({ keepsKeys: true })
      const { subject, token } = await campus.enrolStudent()
      const clock = { now: campus.now() }
      const sentByOld: string[] = []
      const spying: typeof fetch = async (input, init) => {
        sentByOld.push(await new Request(input, init).text())
        return campus.fetch(input, init)
      }
      const storage = `both-${order}`
      const old = openOfflinePage({
        fetch: spying,
        storage,
        clock,
        forms: { travel: inVersion(1) },
      })
      const now = openOfflinePage({
        fetch: campus.fetch,
        storage,
        clock,
        forms: { travel: inVersion(2) },
      })
      await old.bind(subject, token)
      // Writing and sending alternate in six steps. Each bit of `order` chooses the version of a
      // step.
      let newest = ''
      for (let step = 0; step < 6; step++) {
        const isOld = ((order >> step) & 1) === 0
        const tab = isOld ? old : now
        if (step % 2 === 0) {
          newest = isOld ? `旧${step}` : `新${step}`
          const payload = sampleTravel({ student: subject, remark: newest })
          await tab.outbox.add({ form: 'travel', subject, payload })
        } else await tab.sendRound({ trigger: 'manual' })
        clock.now += 60_000
      }
      for (let round = 0; round < 3; round++) {
        clock.now += 600_000
        await now.sendRound({ trigger: 'manual' })
      }
      // An item that newer values have overtaken waits for its student's decision.
      for (const { state, payload } of await now.outbox.list(subject)) {
        expect(state, storage).toBe('conflict')
        expect(payload, storage).not.toMatchObject({ remark: newest })
      }
      expect(
        sentByOld.filter((body) => body.includes('新')),
        storage,
      ).toEqual([])
      const arrived = await campus.listSubmissions(subject)
      expect(new Set(arrived.map(({ key }) => key)).size, storage).toBe(arrived.length)
      expect(JSON.stringify(campus.findPayload('travel', subject)), storage).toContain(newest)
    }
  })

  test('a field or state that a later version has stored in an item survives every transition', async () => {
    const answers = [503, 412, 200]
    const campus = createScriptedFetch((seen) =>
      seen.path.includes('find')
        ? jsonResponse({ results: null })
        : jsonResponse({ results: true, code: '1', msg: 'x' }, { status: answers.shift() ?? 200 }),
    )
    const clock = { now: 1_700_000_000_000 }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    const { database, outbox } = page
    await page.bind('s1', 'token-1')
    await submit(page, '一')
    const put = (change: object) =>
      database.run({ mode: 'readwrite', stores: ['items'] }, async (transaction) => {
        const items = transaction.objectStore('items')
        for (const item of await items.getAll()) await items.put({ ...item, ...change })
      })
    await put({ mood: 'later' })
    const stands = async (state: string) => {
      expect(await outbox.list('s1')).toMatchObject([{ state, mood: 'later' }])
      clock.now += 600_000
    }
    await page.sendRound()
    await stands('later')
    await page.sendRound()
    await stands('conflict')
    await put({ state: 'resting' })
    await page.sendRound({ trigger: 'manual' })
    await stands('resting')
    expect(campus.seen.filter(({ path }) => path.includes('add'))).toHaveLength(2)
  })

  test('a draft of another version of its form is not read', async () => {
    const { database } = openOfflinePage({
      fetch: createScriptedFetch(() => jsonResponse({})).fetch,
    })
    const [old, now] = [1, 2].map((version) =>
      createDraftStore({ database, findForm: formFinder({ travel: inVersion(version) }) }),
    )
    await old?.save({ subject: 's1', form: 'travel', values: { remark: '一' }, savedAt: 0 })
    expect(await old?.read('s1', 'travel')).toMatchObject({ values: { remark: '一' } })
    expect(await now?.read('s1', 'travel')).toBeUndefined()
  })

  test('a newer tab’s draft stays when an older tab saves, drops or submits a draft of the same form', async () => {
    const { database } = openOfflinePage({
      fetch: createScriptedFetch(() => jsonResponse({})).fetch,
    })
    const [first, second, third] = [1, 2, 3].map((version) => {
      const travel = inVersion(version)
      const drafts = createDraftStore({ database, findForm: formFinder({ travel }) })
      const outbox = createOutbox({ database, findForm: formFinder({ travel }) })
      const type = (remark: string) =>
        drafts.save({ subject: 's1', form: 'travel', values: { remark }, savedAt: 0 })
      const finds = async () => (await drafts.read('s1', 'travel'))?.values
      return { drafts, outbox, type, finds }
    })
    if (first === undefined || second === undefined || third === undefined) throw new Error('three')
    const found = () => Promise.all([first.finds(), second.finds(), third.finds()])
    await third.type('三')
    await second.type('二')
    await first.type('一')
    expect(await found()).toEqual([{ remark: '一' }, { remark: '二' }, { remark: '三' }])
    await first.type('一一')
    expect(await found()).toEqual([{ remark: '一一' }, { remark: '二' }, { remark: '三' }])
    await first.drafts.drop('s1', 'travel')
    expect(await found()).toEqual([undefined, { remark: '二' }, { remark: '三' }])
    const payload = sampleTravel({ remark: '二' })
    await second.outbox.add({ form: 'travel', subject: 's1', payload })
    expect(await found()).toEqual([undefined, undefined, { remark: '三' }])
    await third.outbox.add({ form: 'travel', subject: 's1', payload })
    expect(await found()).toEqual([undefined, undefined, undefined])
  })

  test('a database of a later version that lacks the outbox’s stores is left unchanged, and submitting reports that nothing was saved', async () => {
    const opened = (version?: number) =>
      new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('later-database', version)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('future'))
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no')))
      })
    const later = await opened(7)
    later.close()
    const page = openOfflinePage({
      fetch: createScriptedFetch(() => jsonResponse({})).fetch,
      storage: 'later-database',
    })
    expect(await submit(page, '一')).toEqual({ type: 'not-saved', why: 'unavailable' })
    await expect(page.outbox.list('s1')).rejects.toMatchObject({ name: 'NotFoundError' })
    const still = await opened()
    expect([still.version, ...still.objectStoreNames]).toEqual([7, 'future'])
  })

  test('after the database was deleted under the open app, nothing is sent, and later submissions are stored', async () => {
    const campus = createScriptedFetch(() => jsonResponse({ results: true }))
    const page = openOfflinePage({ fetch: campus.fetch, storage: 'deleted' })
    await page.bind('s1', 'token-1')
    await submit(page, '一')
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase('deleted')
      deleting.addEventListener('success', resolve)
      deleting.addEventListener('blocked', () => reject(new Error('blocked')))
    })
    expect(await page.sendRound()).toEqual({ sent: 0 })
    expect([campus.seen, await page.outbox.receipts('s1')]).toEqual([[], []])
    expect(await submit(page, '二')).toMatchObject({ type: 'saved' })
    expect(await page.outbox.list('s1')).toMatchObject([{ payload: { remark: '二' } }])
  })
})
