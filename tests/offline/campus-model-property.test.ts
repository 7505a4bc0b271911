import { describe, expect, test } from 'vitest'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import type { FetchFault } from '#tests/support/fakes/faulty-fetch.ts'
import { createFaultyFetch } from '#tests/support/fakes/faulty-fetch.ts'
import { isGatewayResponseName } from '#tests/support/fakes/gateway-responses.ts'
import { findDuplicates, createCampusModel } from '#tests/support/offline/campus-model.ts'
import { INDEXEDDB_FAULTS } from '#tests/support/offline/failing-indexeddb.ts'
import { type OfflineEvent, offlineEventRuns } from '#tests/support/offline/offline-events.ts'
import { openOfflinePage, sampleTravel } from '#tests/support/offline/offline-page.ts'
import { runOfflineEvents } from '#tests/support/offline/offline-run.ts'
import {
  PROPERTY_TIMEOUT_MS,
  type Property,
  traceHashesOf,
  formatTraceRow,
  runProperty,
} from '#tests/support/properties/property-run.ts'

const testedProperty = (name: 'paper' | 'old-campus'): Property<OfflineEvent[]> => ({
  name,
  runs: offlineEventRuns,
  describeRun: (events) => events.map(formatTraceRow),
  check: (events, witness) =>
    runOfflineEvents(createCampusModel({ keepsKeys: true }), events, witness),
})

describe('the campus model', () => {
  test(
    'the outbox holds its guarantees against the campus model as against the real backend',
    () => runProperty(testedProperty('paper')),
    PROPERTY_TIMEOUT_MS,
  )

  test('the same seed replays the same run to the last step', async () => {
    const seeds = Array.from({ length: 100 }, (_, at) => at + 1)
    const first = await traceHashesOf(testedProperty('paper'), seeds)
    expect(new Set(first).size).toBe(seeds.length)
    expect(await traceHashesOf(testedProperty('paper'), seeds)).toEqual(first)
  })
})

describe('a run that once violated the property', () => {
  const uniform = { type: 'submit', form: 'uniform', tab: 0, looked: false } as const
  const silent = { recordEvent: () => {}, recordTrace: () => {} }

  // The lookup found the older values and mistook them for those that the disk had just refused
  // (seed 5000366).
  test('a resubmission of older values is not called saved when the disk refuses it', async () => {
    for (const how of INDEXEDDB_FAULTS)
      for (let at = 1; at <= 10; at++)
        await runOfflineEvents(
          createCampusModel({ keepsKeys: true }),
          [
            { type: 'bind again' },
            { ...uniform, words: 3, disk: null },
            { type: 'two at once', faults: ['503'], choices: [], bold: false },
            { ...uniform, words: 0, disk: null },
            { ...uniform, words: 3, disk: { at, how } },
          ],
          silent,
        )
  })
})

describe('a legacy campus that answers 200 to everything and knows neither keys nor receipts', () => {
  // A proxy that repeats requests, or a sender that pauses between its lookup and its write, needs
  // keys.
  const isBearable = (event: OfflineEvent) => event.type !== 'robbed'
  // A phone cannot distinguish a gateway that answers in JSON from such a campus.
  const bearable = (faults: readonly FetchFault[]) =>
    faults.filter(
      (fault) =>
        fault !== 'sent twice' && fault !== 'sent again later' && !isGatewayResponseName(fault),
    )

  test(
    'a legacy campus: nothing is lost, called sent too early or sent as somebody else; no record is begun twice, and the newest values remain',
    async () => {
      await runProperty({
        ...testedProperty('old-campus'),
        runs: offlineEventRuns.map((events) =>
          events
            .filter(isBearable)
            .map((event) =>
              'faults' in event ? { ...event, faults: bearable(event.faults) } : event,
            ),
        ),
        check: async (events, witness) => {
          const campus = createCampusModel({ keepsKeys: false })
          await runOfflineEvents(campus, events, witness)
          expect(findDuplicates(campus, 'S1')).toEqual([])
        },
      })
    },
    PROPERTY_TIMEOUT_MS,
  )

  const phone = async (campus: ReturnType<typeof createCampusModel>, script: FetchFault[] = []) => {
    const clock = { now: campus.now() }
    const network = createFaultyFetch({ real: campus.fetch, refuse: campus.refuse, script, clock })
    const page = openOfflinePage({ fetch: network, clock })
    const { subject, token } = await campus.enrolStudent()
    await page.bind(subject, token)
    return { ...page, clock, subject }
  }

  test('a legacy campus: receipts have no number; a refusal or an expired sign-in inside a 200 is recognized', async () => {
    const campus = createCampusModel({ keepsKeys: false })
    // The first write after its lookup; the campus refuses inside a 200.
    const { outbox, sendRound, bind, subject } = await phone(campus, ['good', 'refused'])
    await outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })
    expect(await sendRound()).toEqual({ sent: 0 })
    const [refused] = await outbox.list(subject)
    expect(refused).toMatchObject({ state: 'needs-you' })
    expect(await outbox.receipts(subject)).toEqual([])
    await outbox.repair(refused?.order ?? 0, { payload: sampleTravel({ student: subject }) })
    expect(await sendRound()).toEqual({ sent: 1 })
    const [receipt] = await outbox.receipts(subject)
    expect(receipt).toMatchObject({ form: 'travel' })
    expect(receipt).not.toHaveProperty('receipt')
    await outbox.add({
      form: 'family',
      subject,
      payload: samplePayload('family', subject, 2026, 1),
    })
    await bind(subject, 'ended')
    expect(await sendRound()).toEqual({ sent: 0, expiredToken: 'ended' })
    expect(await outbox.list(subject)).toMatchObject([{ state: 'signed-out' }])
  })

  test('a legacy campus: after a lost answer the request is repeated, and the record holds the values once, written twice', async () => {
    const campus = createCampusModel({ keepsKeys: false })
    const { outbox, sendRound, clock, subject } = await phone(campus, ['good', 'reply lost'])
    await outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })
    await sendRound()
    clock.now += 60_000
    expect(await sendRound()).toEqual({ sent: 1 })
    expect([
      campus.countBegun('travel', subject),
      await campus.versionOf('travel', subject),
    ]).toEqual([1, 2])
  })

  test('a legacy campus: a proxy that repeats a request begins a second record, which no phone can prevent', async () => {
    const campus = createCampusModel({ keepsKeys: false })
    const { outbox, sendRound, subject } = await phone(campus, ['good', 'sent twice'])
    await outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })
    expect(await sendRound()).toEqual({ sent: 1 })
    expect(findDuplicates(campus, subject)).toEqual(['travel'])
  })
})
