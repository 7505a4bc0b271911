// oxlint-disable vitest/no-standalone-expect -- a run checks itself after every event
import { isDeepStrictEqual } from 'node:util'
import { deleteDB } from 'idb'
import { expect } from 'vitest'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxItem, DeliveryReceipt } from '#offline/outbox/outbox-records'
import type { SaveResult } from '#offline/outbox/save-result'
import { createAllFormsKeyRange, awaitBothRequests } from '#offline/storage/outbox-database'
import { toChinaYear } from '#server/platform/clock'
import {
  FORMS_OF_FIRST_DAY,
  type FormName,
  payloadMarkerOf,
  samplePayload,
} from '../backend/four-forms.ts'
import { createFaultyFetch, type FetchFault } from '../fakes/faulty-fetch.ts'
import type { PropertyRunRecorder } from '../properties/property-run.ts'
import type { AppliedSubmission, CampusUnderTest } from './campus-under-test.ts'
import { withFailingIndexedDb } from './failing-indexeddb.ts'
import { interruptAt, createKillableSteps, type PageSteps } from './killable-steps.ts'
import type { FailingOperation, OfflineEvent } from './offline-events.ts'
import { openOfflinePage, type OfflinePage, type VirtualClock } from './offline-page.ts'
import { interleaveTabs } from './page-interleaving.ts'

/** Events that happen away from the phone, so that nothing on the phone changes. */
const ELSEWHERE: ReadonlySet<OfflineEvent['type']> = new Set([
  'wait',
  'clock jumps',
  'the office writes',
])

/**
 * After the faults have stopped, everything that can be sent must arrive within this time, in ms.
 */
const SOON_MS = 600_000

/** Run these events on a campus. Fails if a guarantee is violated. */
export async function runOfflineEvents(
  campus: CampusUnderTest,
  events: readonly OfflineEvent[],
  { recordEvent, recordTrace }: PropertyRunRecorder,
): Promise<void> {
  const start = campus.now()
  const clock: VirtualClock = { now: start }
  const storage = createIdempotencyKey()
  const [mine, other] = [await campus.enrolStudent(), await campus.enrolStudent()]
  const script: FetchFault[] = []
  const network = createFaultyFetch({ real: campus.fetch, refuse: campus.refuse, script, clock })
  const open = (holder: string, { fetch, around }: PageSteps = createKillableSteps()) =>
    openOfflinePage({
      fetch: fetch(network),
      clock,
      storage,
      holder,
      around,
      echoesKeys: campus.supportsIdempotency,
    })
  const tabs = [open('tab-0'), open('tab-1')]
  const phone = open('looker')
  const written = new Map<string, Pick<OutboxItem, 'order' | 'payload' | 'dependsOn'>>()
  const last = new Map<FormName, unknown>()
  // Refused items that the student has submitted again with other values, or with the same values
  // under another key. They might have arrived before the refusal; then they are neither lost nor
  // sent twice.
  const answered = new Set<string>()
  // Keys under which the student has sent older values by hand, after newer values.
  const repaired = new Set<string>()
  const officeWrites = new Map<FormName, string[]>()
  let token = mine.token
  const past = campus.createDirectClient(mine)
  const year = toChinaYear(new Date(start))
  const record = (name: FormName, number: number) => samplePayload(name, mine.subject, year, number)
  // The items and receipts when they were last read. They do not change between two events.
  let [waiting, receipts]: [readonly OutboxItem[], readonly DeliveryReceipt[]] = [[], []]
  let isSeen = true
  // Both are read in one transaction, because reading them is half of all disk operations of a run.
  const look = async () => {
    const [items, sent] = await phone.database.run(
      { mode: 'readonly', stores: ['items', 'receipts'] },
      (transaction) =>
        awaitBothRequests(
          () =>
            transaction
              .objectStore('items')
              .index('form')
              .getAll(createAllFormsKeyRange(mine.subject)),
          () => transaction.objectStore('receipts').index('subject').getAll(mine.subject),
        ),
    )
    waiting = items.toSorted((one, next) => one.order - next.order)
    receipts = sent
    isSeen = true
    for (const item of waiting) written.set(item.key, item)
  }
  // Add the mark of the step, which depends on a uniform, as the screen does.
  const mark = async (page: OfflinePage | undefined, dependsOn: number) => {
    if (waiting.some((item) => item.form === 'step')) return
    const payload = { student: mine.subject, step: '4' }
    await page?.outbox.add({ form: 'step', subject: mine.subject, payload, dependsOn })
    isSeen = false
  }

  for (const happening of events) {
    const before = waiting
    for (const state of before.length === 0 ? ['empty'] : new Set(before.map((one) => one.state)))
      recordEvent(nameOf(happening), state)
    if (!ELSEWHERE.has(happening.type)) isSeen = false
    switch (happening.type) {
      case 'submit': {
        const seen = happening.looked ? await past.look(happening.form) : undefined
        const payload = record(happening.form, happening.words)
        let saved: SaveResult | undefined
        await onDisk(happening.disk, async () => {
          saved = await tabs[happening.tab]?.outbox.add({
            form: happening.form,
            subject: mine.subject,
            payload,
            ...(seen?.type === 'ok' && { baseVersion: seen.etag }),
          })
        })
        for (const { key, state } of before)
          if (state === 'needs-you' || state === 'conflict') answered.add(key)
        await look()
        const newest = waiting.findLast(({ form }) => form === happening.form)
        // A commit can report an error and be on the disk nevertheless. In this case these are the
        // newest values.
        const isThere = isDeepStrictEqual(newest?.payload, payload)
        if (saved?.type === 'saved') must(isThere, 'called saved, and is not there')
        if (isThere) last.set(happening.form, payload)
        if (happening.form === 'uniform' && saved?.type === 'saved')
          await mark(tabs[happening.tab], saved.order)
        break
      }
      case 'round': {
        script.splice(0, script.length, ...happening.faults)
        const mortality = createKillableSteps(happening.lifespan ?? Infinity)
        // A killed page is replaced by another. The queue of Web Locks is the lease here.
        const page = open(`tab-${happening.tab}-${createIdempotencyKey()}`, mortality)
        await onDisk(happening.disk, () =>
          Promise.race([page.sendRound({ trigger: happening.trigger }), mortality.killed]),
        )
        break
      }
      case 'robbed': {
        script.splice(0, script.length, ...happening.faults)
        const rob = () => open('robber').sendRound({ trigger: 'manual', locked: happening.locked })
        await open('robbed', interruptAt(happening.moment, rob)).sendRound({ trigger: 'manual' })
        break
      }
      case 'two at once': {
        script.splice(0, script.length, ...happening.faults)
        const turns = interleaveTabs(happening.choices)
        const [one, next] = [open('tab-0', turns.steps), open('tab-1', turns.steps)]
        await turns.run([
          () => one.sendRound({ trigger: 'manual' }),
          () => next.sendRound({ trigger: 'manual', locked: happening.bold }),
        ])
        break
      }
      case 'wait':
        clock.now += happening.seconds * 1000
        break
      case 'clock jumps':
        clock.now += happening.hours * 3_600_000
        break
      case 'the office writes': {
        const payloadFields = record(happening.form, 90 + happening.words)
        const outcome = await past.write(happening.form, payloadFields)
        must(outcome.type === 'ok', `the office cannot write: ${outcome.type}`)
        officeWrites.set(happening.form, [
          ...(officeWrites.get(happening.form) ?? []),
          payloadMarkerOf(payloadFields),
        ])
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
    await check()
  }

  // The network is good from now on. The same student answers every conflict and every refusal with
  // the phone's values. Everything that can be sent must arrive within ten minutes, by the pauses
  // of the outbox.
  script.length = 0
  await phone.bind(mine.subject, mine.token)
  let [since, answers] = [clock.now, 0]
  for (;;) {
    if (waiting.length === 0) break
    must(clock.now - since < SOON_MS, 'ten minutes, and it has not arrived')
    for (const item of waiting) {
      if (item.state !== 'conflict' && item.state !== 'needs-you') continue
      const name = FORMS_OF_FIRST_DAY.find((known) => known === item.form)
      const theirs = name === undefined ? undefined : await past.look(name)
      answered.add(item.key)
      await phone.outbox.repair(item.order, {
        payload: item.payload,
        baseVersion: theirs?.type === 'ok' ? theirs.etag : undefined,
      })
      since = clock.now
      must(++answers < 40, 'asked for its person without an end')
    }
    const before = new Set(waiting.map(({ key }) => key))
    await look()
    for (const { key } of waiting) if (!before.has(key)) repaired.add(key)
    clock.now += 60_000
    await phone.sendRound()
    isSeen = false
    await check()
  }
  const [rows, lines] = [
    await campus.listSubmissions(mine.subject),
    await campus.listWrites(mine.subject),
  ]
  for (const name of FORMS_OF_FIRST_DAY) {
    const arrived = rows.filter((row) => row.form === name)
    // Every submission took effect once: the record has one version for each delivered key and for
    // each write of the office.
    const versions = await campus.versionOf(name, mine.subject)
    const byOffice = officeWrites.get(name) ?? []
    const effects = arrived.length + byOffice.length
    must(versions === effects, `${name} was written ${versions} times, by ${effects} effects`)
    if (campus.supportsIdempotency)
      must(new Set(arrived.map(({ key }) => key)).size === arrived.length, `${name} arrived twice`)
    const inBooks = lines
      .filter(({ form }) => form === name)
      .toSorted((one, next) => one.version - next.version)
    const isWhole = inBooks.every(({ version }, at) => version === at + 1)
    must(isWhole && inBooks.length === versions, `the books of ${name} are not whole`)
    const keys = new Map(arrived.map(({ version, key }) => [version, key]))
    let newest = 0
    // The recorded payloads are those that were submitted under each key, in the order of
    // submission.
    for (const line of inBooks) {
      const payloadFields = payloadMarkerOf(line.payload)
      const key = keys.get(line.version) ?? ''
      const item = written.get(key)
      if (item === undefined) {
        must(
          byOffice.includes(payloadFields),
          `version ${line.version} of ${name} is nobody's words`,
        )
        continue
      }
      must(
        payloadFields === payloadMarkerOf(item.payload),
        `other words of ${name} stand under a key`,
      )
      must(item.order >= newest || repaired.has(key), `older words of ${name} overtook newer`)
      newest = Math.max(newest, item.order)
    }
    const wanted = last.get(name)
    const isTheirs = ({ key }: AppliedSubmission) =>
      isDeepStrictEqual(written.get(key)?.payload, wanted)
    if (wanted !== undefined) must(arrived.some(isTheirs), `the newest ${name} has not arrived`)
  }
  // Otherwise everything ever stored stays in memory, and each run is slower than the run before.
  await deleteDB(storage)

  async function check() {
    const [rows] = await Promise.all([
      campus.listSubmissions(mine.subject),
      isSeen ? undefined : look(),
    ])
    const arrived = new Map(rows.map((row) => [row.key, row]))
    for (const { key, receipt } of receipts) {
      must(arrived.has(key), 'called sent, but the university does not have it')
      must(arrived.get(key)?.receipt === receipt, 'a receipt that the university has not given')
      must(!waiting.some((item) => item.key === key), 'both sent and waiting')
    }
    for (const { key } of rows) {
      must(written.has(key), 'a key that was never written down')
      const behind = written.get(key)?.dependsOn
      if (behind !== undefined)
        must(
          rows.some((row) => written.get(row.key)?.order === behind),
          'arrived before what it depends on',
        )
    }
    const known = new Set([...receipts, ...waiting].map(({ key }) => key))
    for (const key of arrived.keys())
      must(known.has(key) || answered.has(key), 'arrived, but the phone lost it')
    must((await campus.listSubmissions(other.subject)).length === 0, 'sent as someone else')
    recordTrace([
      waiting.map(({ form, state, attempts, nextAttemptAt }) => [
        form,
        state,
        attempts,
        nextAttemptAt === 0 ? 0 : nextAttemptAt - start,
      ]),
      receipts.length,
      rows.length,
    ])
  }
}

// A run makes hundreds of checks, and `expect` costs more than the check itself.
function must(holds: boolean, sentence: string): void {
  if (!holds) expect.fail(sentence)
}

// A failing disk ends a sending attempt with an error of IndexedDB. Any other error is a defect.
async function onDisk(
  failing: FailingOperation | null,
  work: () => Promise<unknown>,
): Promise<void> {
  if (failing === null) {
    await work()
    return
  }
  await withFailingIndexedDb(failing, () =>
    work().catch((cause: unknown) => {
      if (!(cause instanceof DOMException)) throw cause
    }),
  )
}

function nameOf(event: OfflineEvent): string {
  if (event.type === 'submit') return event.disk === null ? 'submit' : `submit, ${event.disk.how}`
  if (event.type !== 'round') return event.type
  const [first = 'good'] = event.faults
  const how = event.disk?.how ?? (event.lifespan === null ? first : 'dies')
  return `round, ${how}`
}
