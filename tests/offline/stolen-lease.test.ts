import { deleteDB } from 'idb'
import { expect, test } from 'vitest'
import type { DrainResult } from '#offline/drain/drain'
import { LEASE_MS } from '#offline/drain/lease'
import { payloadMarkerOf, samplePayload } from '#tests/support/backend/four-forms.ts'
import { type FetchFault, createFaultyFetch } from '#tests/support/fakes/faulty-fetch.ts'
import { createCampusModel } from '#tests/support/offline/campus-model.ts'
import { interruptAt } from '#tests/support/offline/killable-steps.ts'
import { openOfflinePage } from '#tests/support/offline/offline-page.ts'

/** To what the sender loses its lease. */
const BY = ['the lock', 'a lease that ended'] as const
/** The network of the sender that takes over. */
const OUTSIDE = ['a good network', 'no network'] as const
/** The faults of the first sender's requests: a write's response or its request can be lost. */
const ANSWERS: readonly (readonly FetchFault[])[] = [
  [],
  ['good', 'reply lost'],
  ['good', 'good', 'good', 'reply lost'],
  ['good', 'good', 'good', 'good', 'good', 'reply lost'],
  ['good', 'no network'],
]

test.each(BY.flatMap((by) => OUTSIDE.map((outside) => ({ by, outside }))))(
  'a sender that loses its lease to $by at any moment of its round (with $outside) writes nothing more and reports it, and all items arrive once and in order',
  async (robbery) => {
    for (const answers of ANSWERS) {
      const whole = await live({ ...robbery, answers, moment: Infinity })
      expect(whole.moments).toBeGreaterThan(15)
      for (let moment = 0; moment < whole.moments; moment++) {
        const at = `${answers.join()}, moment ${moment}`
        const { round, writesAfter } = await live({ ...robbery, answers, moment })
        // A write that is being sent can still arrive, but a write whose lookup is pending is not
        // sent.
        expect(writesAfter, at).toBeLessThanOrEqual(1)
        // The sender has the lease from its first step on, and does not need it in its last steps.
        const needed = moment >= 1 && moment <= whole.moments - 4
        expect(round.isUnfinished === true, at).toBe(needed)
      }
    }
  },
)

/**
 * Submit three items, two of them of one form, and run a round that loses its lease at a moment.
 */
async function live({
  by,
  outside,
  answers,
  moment,
}: {
  by: (typeof BY)[number]
  outside: (typeof OUTSIDE)[number]
  answers: readonly FetchFault[]
  moment: number
}): Promise<{ round: DrainResult; moments: number; writesAfter: number }> {
  const storage = `${by}, ${outside}, ${answers.join()}, moment ${moment}`
  const campus = createCampusModel({ keepsKeys: true })
  const { subject, token } = await campus.enrolStudent()
  const clock = { now: campus.now() }
  const network = (script: FetchFault[]) => createFaultyFetch({ real: campus.fetch, script, clock })
  const open = (fetch = network([])) => openOfflinePage({ fetch, clock, storage })
  const page = open()
  const submit = (form: 'family' | 'travel', number: number) =>
    page.outbox.add({ form, subject, payload: samplePayload(form, subject, 2026, number) })
  await page.bind(subject, token)
  await submit('travel', 1)
  // A tried item is not replaced, so that two payloads of one form wait.
  await open(network(['no network'])).sendRound()
  await submit('travel', 2)
  await submit('family', 1)
  const written = await page.outbox.list(subject)
  expect(written).toHaveLength(3)
  clock.now += 600_000

  let isRobbed = false
  const rob = async () => {
    isRobbed = true
    if (by === 'a lease that ended') clock.now += LEASE_MS + 1
    const nothing: FetchFault[] = Array.from({ length: 9 }, () => 'no network')
    const robber = open(network(outside === 'no network' ? nothing : []))
    await robber.sendRound({ trigger: 'manual', locked: by === 'the lock' })
  }
  let writesAfter = 0
  const outward = network([...answers])
  const { fetch, around, countMoments } = interruptAt(moment, rob)
  const watched: typeof outward = (input, init) => {
    if (isRobbed && new Headers(init?.headers).has('Idempotency-Key')) writesAfter += 1
    return outward(input, init)
  }
  const robbed = openOfflinePage({ fetch: fetch(watched), around, clock, storage })
  const round = await robbed.sendRound({ trigger: 'manual' })

  const mustAgree = async () => {
    const arrived = new Map(
      (await campus.listSubmissions(subject)).map((one) => [one.key, one.receipt]),
    )
    const waiting = (await page.outbox.list(subject)).map(({ key }) => key)
    const receipts = await page.outbox.receipts(subject)
    for (const { key, receipt } of receipts) {
      expect(arrived.get(key), `${storage}: a receipt without its effect`).toBe(receipt)
      expect(waiting, `${storage}: both sent and waiting`).not.toContain(key)
    }
    expect(new Set([...waiting, ...receipts.map(({ key }) => key)]), storage).toEqual(
      new Set(written.map(({ key }) => key)),
    )
  }
  await mustAgree()
  for (let rounds = 0; rounds < 3; rounds++) {
    clock.now += 600_000
    await page.sendRound()
    await mustAgree()
  }
  expect(await page.outbox.list(subject), storage).toEqual([])
  const keys = (await campus.listSubmissions(subject)).map(({ key }) => key)
  expect(keys.toSorted(), storage).toEqual(written.map(({ key }) => key).toSorted())
  const lines = await campus.listWrites(subject)
  expect(
    lines.filter(({ form }) => form === 'travel').map(({ payload }) => payloadMarkerOf(payload)),
    storage,
  ).toEqual([1, 2].map((number) => payloadMarkerOf(samplePayload('travel', subject, 2026, number))))
  expect(lines, storage).toHaveLength(3)
  // Delete the data of the run: it is in memory, and would slow down later runs.
  await deleteDB(storage)
  return { round, moments: countMoments(), writesAfter }
}
