import { describe, expect, test } from 'vitest'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import type { FetchFault } from '#tests/support/fakes/faulty-fetch.ts'
import { createFaultyFetch } from '#tests/support/fakes/faulty-fetch.ts'
import { isGatewayResponseCase } from '#tests/support/fakes/gateway-responses.ts'
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
    'the outbox fulfils its guarantees with the campus model as it does with the real backend',
    () => runProperty(testedProperty('paper')),
    PROPERTY_TIMEOUT_MS,
  )

  test('the same seed replays the same run of the outbox to the last step', async () => {
    const seeds = Array.from({ length: 100 }, (_, at) => at + 1)
    const first = await traceHashesOf(testedProperty('paper'), seeds)
    expect(new Set(first).size).toBe(seeds.length)
    expect(await traceHashesOf(testedProperty('paper'), seeds)).toEqual(first)
  })
})

describe('a run that once violated the property', () => {
  const uniform = { type: 'submit', form: 'uniform', tab: 0, looked: false } as const
  const silent = { recordEvent: () => {}, recordTrace: () => {} }

  // The defect: a lookup of the refused submission found the older item with the same values and
  // took it for the refused one (seed 5000366).
  test('submitting older values again is not reported as saved when the disk refuses to store them', async () => {
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
  // Without keys a campus cannot handle a proxy that repeats requests, nor a sender that pauses
  // between its lookup and its write, so that these faults are left out.
  const isBearable = (event: OfflineEvent) => event.type !== 'robbed'
  // Gateways that answer in JSON are left out too, since a phone cannot distinguish them from a
  // legacy campus.
  const bearable = (faults: readonly FetchFault[]) =>
    faults.filter(
      (fault) =>
        fault !== 'sent twice' && fault !== 'sent again later' && !isGatewayResponseCase(fault),
    )

  test(
    'with a legacy campus no submission is lost, reported as sent too early or sent as somebody else, no record is created twice, and the newest values remain',
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

  test('with a legacy campus receipts have no number, and a refusal or an expired session inside a 200 response is recognized', async () => {
    const campus = createCampusModel({ keepsKeys: false })
    // The lookup succeeds, and the campus refuses the first write inside a 200 response.
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

  test('with a legacy campus a submission whose response was lost is sent again, and updates the record that it created', async () => {
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

  test('with a legacy campus a proxy that repeats a request creates a second record, which the phone cannot prevent', async () => {
    const campus = createCampusModel({ keepsKeys: false })
    const { outbox, sendRound, subject } = await phone(campus, ['good', 'sent twice'])
    await outbox.add({ form: 'travel', subject, payload: sampleTravel({ student: subject }) })
    expect(await sendRound()).toEqual({ sent: 1 })
    expect(findDuplicates(campus, subject)).toEqual(['travel'])
  })
})
