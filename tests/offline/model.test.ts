import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '#offline/fingerprint'
import type { Item } from '#offline/item'
import type { Urge } from '#offline/schedule'
import { subjectOf } from '#server/platform/sessions/session'
import { type Backend, startBackend } from '#tests/support/backend.ts'
import { faulty, type Fault, FAULTS } from '#tests/support/faulty-fetch.ts'
import {
  directly,
  FOUR_FORMS,
  type FormName,
  giveRoom,
  versionOf,
  wordsOf,
} from '#tests/support/four-forms.ts'
import { mortal } from '#tests/support/mortal.ts'
import { openPage, type Page, type VirtualClock } from '#tests/support/phone.ts'
import { propertyRun } from '#tests/support/property.ts'
import { freshStudent } from '#tests/support/students.ts'

/** What can happen to a phone in a tunnel. */
type Event =
  | {
      readonly type: 'submit'
      readonly form: FormName
      readonly tab: number
      readonly words: number
      readonly looked: boolean
    }
  | {
      readonly type: 'round'
      readonly tab: number
      readonly urge: Urge
      readonly faults: readonly Fault[]
      readonly lifespan: number | null
    }
  | { readonly type: 'two at once'; readonly faults: readonly Fault[] }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'clock jumps'; readonly hours: number }
  | { readonly type: 'the office writes'; readonly form: FormName; readonly words: number }
  | { readonly type: 'token ends' }
  | { readonly type: 'somebody else binds' }
  | { readonly type: 'bind again' }

const tab = fc.integer({ min: 0, max: 1 })
const words = fc.integer({ min: 0, max: 5 })
// Travel most often, so that the same form meets itself; then the uniform, which has a mark behind
// it.
const form: fc.Arbitrary<FormName> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('travel' as const) },
  { weight: 2, arbitrary: fc.constant('uniform' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...FOUR_FORMS) },
)
const faults = fc.array(fc.constantFrom(...FAULTS, 'refused' as const, 'refused' as const), {
  maxLength: 8,
})
const event: fc.Arbitrary<Event> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      form,
      tab,
      words,
      looked: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('round' as const),
      tab,
      urge: fc.constantFrom<Urge>('schedule', 'sign', 'hand'),
      faults,
      lifespan: fc.option(fc.integer({ min: 0, max: 24 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('two at once' as const), faults }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock jumps' as const),
      hours: fc.integer({ min: -48, max: 48 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('the office writes' as const), form, words }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'token ends' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'somebody else binds' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'bind again' as const }) },
)

describe('the promise, under any order of faults', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend()
  })
  afterAll(() => backend.close())

  test('never lost, never twice, never as someone else, never "sent" too early, no mark before its form [OFF-10 OFF-11 OFF-12 OFF-13 OFF-15 OFF-16 OFF-17 OFF-20 OFF-26 FLOW-15]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 25 }), (events) =>
        live(backend, events),
      ),
      propertyRun(200),
    )
  }, 300_000)
})

async function live(backend: Backend, events: readonly Event[]) {
  const clock: VirtualClock = { now: backend.clock.now().getTime() }
  const storage = newKey()
  const mine = await freshStudent(backend)
  const other = await freshStudent(backend)
  const script: Fault[] = []
  const network = faulty({ real: backend.fetch, script, clock })
  const open = (holder: string, mortality = mortal()) =>
    openPage({ fetch: mortality.fetch(network), clock, storage, holder, around: mortality.around })
  const tabs = [open('tab-0'), open('tab-1')]
  const phone = open('looker')
  const written = new Map<string, Pick<Item, 'order' | 'payload' | 'dependsOn'>>()
  const last = new Map<FormName, unknown>()
  const officeWrites = new Map<FormName, number>()
  let token = mine.token
  await giveRoom(backend, mine.subject)

  const campus = directly(backend, mine)
  const year = backend.clock.now().getFullYear()
  const record = (name: FormName, number: number) => wordsOf(name, mine.subject, year, number)
  const remember = async () => {
    for (const item of await phone.outbox.list(mine.subject)) written.set(item.key, item)
  }
  // Behind a uniform waits the mark of its step, as the screen puts it there.
  const mark = async (page: Page | undefined, dependsOn: number) => {
    if ((await phone.outbox.list(mine.subject)).some((item) => item.form === 'step')) return
    const payload = { student: mine.subject, step: '4' }
    await page?.outbox.add({ form: 'step', subject: mine.subject, payload, dependsOn })
  }

  for (const happening of events) {
    switch (happening.type) {
      case 'submit': {
        const seen = happening.looked ? await campus.look(happening.form) : undefined
        const payload = record(happening.form, happening.words)
        last.set(happening.form, payload)
        const saved = await tabs[happening.tab]?.outbox.add({
          form: happening.form,
          subject: mine.subject,
          payload,
          ...(seen?.type === 'ok' && { baseVersion: seen.etag }),
        })
        if (happening.form === 'uniform' && saved?.type === 'saved')
          await mark(tabs[happening.tab], saved.order)
        await remember()
        break
      }
      case 'round': {
        script.splice(0, script.length, ...happening.faults)
        const mortality = mortal(happening.lifespan ?? Infinity)
        // A page that dies is replaced by another; the queue of Web Locks is the lease here.
        const page = open(`tab-${happening.tab}-${newKey()}`, mortality)
        await Promise.race([page.round({ urge: happening.urge }), mortality.died])
        break
      }
      case 'two at once':
        script.splice(0, script.length, ...happening.faults)
        await Promise.all(tabs.map((page) => page.round({ urge: 'hand' })))
        break
      case 'wait':
        clock.now += happening.seconds * 1000
        break
      case 'clock jumps':
        clock.now += happening.hours * 3_600_000
        break
      case 'the office writes': {
        const outcome = await campus.write(
          happening.form,
          record(happening.form, 90 + happening.words),
        )
        expect(outcome.type).toBe('ok')
        officeWrites.set(happening.form, (officeWrites.get(happening.form) ?? 0) + 1)
        break
      }
      case 'token ends':
        token = 'ended'
        await phone.bind(mine.subject, token)
        break
      case 'somebody else binds':
        await phone.bind(other.subject, other.token)
        break
      case 'bind again':
        token = mine.token
        await phone.bind(mine.subject, token)
        break
    }
    await remember()
    await check()
  }

  // The train leaves the tunnel: the same identity, a good network, and a student who answers every
  // conflict and every no with "mine".
  script.length = 0
  await phone.bind(mine.subject, mine.token)
  for (let turn = 0; (await phone.outbox.list(mine.subject)).length > 0; turn++) {
    expect(turn, 'the outbox never becomes empty').toBeLessThan(40)
    for (const item of await phone.outbox.list(mine.subject)) {
      if (item.state !== 'conflict' && item.state !== 'needs-you') continue
      const theirs = item.form === 'step' ? undefined : await campus.look(item.form as FormName)
      await phone.outbox.repair(item.order, {
        payload: item.payload,
        baseVersion: theirs?.type === 'ok' ? theirs.etag : undefined,
      })
    }
    await remember()
    clock.now += 301_000
    await phone.round({ urge: 'hand' })
    await check()
  }
  const rows = await keys()
  for (const name of FOUR_FORMS) {
    const arrived = rows.filter((row) => row.form === name)
    // Every effect once: the record counts one version per delivered key and per write of the
    // office.
    expect(await versionOf(backend, name, mine.subject), name).toBe(
      arrived.length + (officeWrites.get(name) ?? 0),
    )
    const wanted = last.get(name)
    if (wanted !== undefined)
      expect(
        arrived.some(({ key }) => isDeepStrictEqual(written.get(key)?.payload, wanted)),
        name,
      ).toBe(true)
  }

  async function check() {
    const [rows, receipts, items] = await Promise.all([
      keys(),
      phone.outbox.receipts(mine.subject),
      phone.outbox.list(mine.subject),
    ])
    const arrived = new Map(rows.map((row) => [row.key, row]))
    for (const receipt of receipts) {
      expect(arrived.has(receipt.key), 'called sent, but the university does not have it').toBe(
        true,
      )
      expect(arrived.get(receipt.key)?.receipt).toBe(receipt.receipt)
      expect(
        items.some(({ key }) => key === receipt.key),
        'both sent and waiting',
      ).toBe(false)
    }
    for (const { key } of rows) {
      expect(written.has(key), 'a key that was never written down').toBe(true)
      const behind = written.get(key)?.dependsOn
      if (behind !== undefined)
        expect(
          rows.some((row) => written.get(row.key)?.order === behind),
          'arrived before what it depends on',
        ).toBe(true)
    }
    const known = new Set([...receipts.map(({ key }) => key), ...items.map(({ key }) => key)])
    for (const key of arrived.keys())
      expect(known.has(key), 'arrived, but the phone lost it').toBe(true)
    expect(await foreign(), 'sent as someone else').toBe(0)
  }

  function keys() {
    const mineOnly = backend.db
      .selectFrom('idempotency')
      .where('subject', '=', subjectOf('student', mine.subject))
    return mineOnly.select(['key', 'form', 'receipt']).execute()
  }
  async function foreign() {
    const rows = await backend.db
      .selectFrom('idempotency')
      .select('key')
      .where('subject', '=', subjectOf('student', other.subject))
      .execute()
    return rows.length
  }
}
