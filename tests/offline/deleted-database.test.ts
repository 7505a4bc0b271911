import { expect, test } from 'vitest'
import { samplePayload } from '#tests/support/backend/four-forms.ts'
import { createCampusModel } from '#tests/support/offline/campus-model.ts'
import { interruptAt } from '#tests/support/offline/killable-steps.ts'
import { openOfflinePage } from '#tests/support/offline/offline-page.ts'

/** The ways in which a database is deleted under an open app. */
const HOW = [
  'and the app waits for the deletion',
  'and the app continues',
  'and another tab writes at once',
] as const

// A deletion that an open connection blocks would never end, and the test would time out.
test.each(HOW)(
  'when the database is deleted at any moment under an open app, %s, nothing is sent twice or reported as sent too early, nothing hangs, and later submissions arrive',
  async (how) => {
    let moment = 0
    for (let moments = 1; moment < moments; moment++)
      moments = await live(moment, { how, storage: `${how} ${moment}` })
    expect(moment).toBeGreaterThan(15)
  },
)

/**
 * Bind, submit and send, and delete the database at a moment of this run; returns the number of
 * moments.
 */
async function live(
  moment: number,
  { how, storage }: { how: (typeof HOW)[number]; storage: string },
): Promise<number> {
  const at = `${how}, moment ${moment}`
  const campus = createCampusModel({ keepsKeys: true })
  const { subject, token } = await campus.enrolStudent()
  const clock = { now: campus.now() }
  // Count requests before the campus's check of idempotency keys.
  const sent = new Map<string, number>()
  const counted: typeof fetch = (input, init) => {
    const key = new Headers(init?.headers).get('Idempotency-Key')
    if (key !== null) sent.set(key, (sent.get(key) ?? 0) + 1)
    return campus.fetch(input, init)
  }
  const submission = (form: 'family' | 'travel', number: number, key: string) => ({
    form,
    subject,
    payload: samplePayload(form, subject, 2026, number),
    key,
  })
  const tab = openOfflinePage({ fetch: counted, clock, storage })
  let deleting: Promise<unknown> = Promise.resolve()
  let [isOver, isNew] = [false, false]
  const happens = async () => {
    if (isOver) return
    deleting = deleteDatabase(storage)
    if (how === 'and the app continues') return
    await deleting
    if (how === 'and the app waits for the deletion') return
    // The new item gets the order number of the deleted item.
    isNew = true
    await tab.bind(subject, token)
    expect(await tab.outbox.add(submission('family', 1, 'new'))).toMatchObject({ type: 'saved' })
  }
  const deletion = interruptAt(moment, happens)
  const page = openOfflinePage({
    fetch: deletion.fetch(counted),
    around: deletion.around,
    clock,
    storage,
  })
  await page.bind(subject, token)
  expect(await page.outbox.add(submission('travel', 1, 'first')), at).toMatchObject({
    type: 'saved',
  })
  await page.sendRound()
  const count = deletion.countMoments()
  isOver = true
  await deleting
  const mustAgree = async () => {
    const arrived = await campus.listSubmissions(subject)
    for (const { key, receipt } of await tab.outbox.receipts(subject))
      expect(arrived, `${at}: called sent too early`).toContainEqual(
        expect.objectContaining({ key, receipt }),
      )
    for (const [key, times] of sent) expect(times, `${at}: ${key} was sent again`).toBe(1)
  }
  await mustAgree()

  clock.now += 900_000
  await page.bind(subject, token)
  expect(await page.outbox.add(submission('travel', 2, 'next')), at).toMatchObject({
    type: 'saved',
  })
  await page.sendRound()
  await mustAgree()
  expect(await page.outbox.list(subject), at).toEqual([])
  const receipts = (await page.outbox.receipts(subject)).map(({ key }) => key)
  expect(receipts, at).toContain('next')
  if (isNew) expect(receipts, `${at}: the new words are lost`).toContain('new')
  return count
}

const deleteDatabase = (name: string) =>
  new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(name)
    deleting.addEventListener('success', resolve)
    deleting.addEventListener('error', () => reject(deleting.error ?? new Error('not deleted')))
  })
