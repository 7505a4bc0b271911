import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { campusFormDelivery } from '#contract/campus-form-submission'
import { addPickedAttachment, listAttachments } from '#offline/outbox/attachments'
import { deleteOwnData } from '#offline/outbox/delete-data'
import { createDraftStore } from '#offline/outbox/drafts'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import type { OutboxDatabase } from '#offline/storage/outbox-database'
import { createFakeFormCampus } from '#tests/support/offline/fake-form-campus.ts'
import {
  acceptEveryWrite,
  createScriptedFetch,
  jsonResponse,
  openOfflinePage,
  sampleTravel,
  type OfflinePage,
  type ScriptedRequest,
} from '#tests/support/offline/offline-page.ts'

const START = 1_700_000_000_000
const FORM = 'campus:insurance'

const submitTravel = (page: OfflinePage, remark: string) =>
  page.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel({ remark }) })
const scan = (page: OfflinePage, scanned: string) =>
  page.outbox.add({
    form: 'scan',
    subject: 's1',
    key: createIdempotencyKey(),
    payload: { scanned, at: '2026-09-01T02:00:00.000Z' },
  })
const writesOf = (seen: readonly ScriptedRequest[]) =>
  seen.filter(({ path }) => !path.includes('find'))

describe('the order of sending', () => {
  test('after a failed attempt, two scans are still sent in the order in which they were made', async () => {
    let isOpen = false
    const campus = createScriptedFetch(() =>
      isOpen ? jsonResponse({ code: 0 }) : jsonResponse({}, { status: 503 }),
    )
    const clock = { now: START }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token')
    await scan(page, 'S1')
    await page.sendRound()
    clock.now += 60_000
    await scan(page, 'S2')
    isOpen = true
    campus.seen.length = 0
    expect(await page.sendRound({ trigger: 'manual' })).toMatchObject({ sent: 2 })
    expect(campus.seen.map(({ body }) => body['stuCode'])).toEqual(['S1', 'S2'])
  })

  test('the number of an item is not given again after everything has arrived and the app was closed', async () => {
    const storage = createIdempotencyKey()
    const open = () =>
      openOfflinePage({ fetch: createScriptedFetch(acceptEveryWrite).fetch, storage })
    const before = open()
    await before.bind('s1', 'token')
    await submitTravel(before, '一')
    await before.sendRound()
    const [receipt] = await before.outbox.receipts('s1')
    const after = open()
    await submitTravel(after, '二')
    const [item] = await after.outbox.list('s1')
    expect(item?.order).toBeGreaterThan(receipt?.order ?? Infinity)
    expect(await after.outbox.receipts('s1')).toEqual([receipt])
  })

  test('the same answers that are given again after other answers are a submission of their own', async () => {
    let isHeard = false
    const campus = createScriptedFetch((seen) => {
      if (seen.path.includes('find') || isHeard) return acceptEveryWrite(seen)
      throw new TypeError('Failed to fetch')
    })
    const clock = { now: START }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token')
    // The first request got no answer, so it might have arrived.
    await submitTravel(page, '一')
    await page.sendRound()
    await submitTravel(page, '二')
    await submitTravel(page, '一')
    isHeard = true
    campus.seen.length = 0
    clock.now += 60_000
    await page.sendRound({ trigger: 'manual' })
    expect(writesOf(campus.seen).map(({ body }) => body['remark'])).toEqual(['一', '一'])
    expect(new Set(writesOf(campus.seen).map(({ key }) => key)).size).toBe(2)
    expect(await page.outbox.list('s1')).toEqual([])
  })
})

describe('what is not sent', () => {
  test('a draft is not sent by any sending round', async () => {
    const campus = createScriptedFetch(acceptEveryWrite)
    const page = openOfflinePage({ fetch: campus.fetch })
    const drafts = createDraftStore({ database: page.database })
    await page.bind('s1', 'token')
    await drafts.save({ subject: 's1', form: 'travel', values: sampleTravel(), savedAt: 1 })
    for (const trigger of ['schedule', 'reachable', 'manual'] as const)
      expect(await page.sendRound({ trigger })).toEqual({ sent: 0 })
    expect(campus.seen).toEqual([])
    expect(await drafts.read('s1', 'travel')).toBeDefined()
  })

  test('when a person unbinds in the middle of a sending round, the scans that have not left are neither sent nor kept', async () => {
    const clock = { now: START }
    const page = openOfflinePage({ fetch: (...sent) => campus.fetch(...sent), clock })
    const campus = createScriptedFetch(async (_seen, count) => {
      clock.now += 200
      if (count === 2) await deleteOwnData(page.database, () => true)
      return jsonResponse({ code: 0 })
    })
    await page.bind('s1', 'token')
    for (let student = 0; student < 5; student++) await scan(page, `S${student}`)
    await page.sendRound()
    expect(campus.seen.map(({ body }) => body['stuCode'])).toEqual(['S0', 'S1'])
    expect(await page.outbox.list('s1')).toEqual([])
    expect(await page.sendRound({ trigger: 'manual' })).toEqual({ sent: 0 })
    expect(campus.seen).toHaveLength(2)
  })
})

describe('files of the queue', () => {
  const sampleFile = (size: number) => {
    const bytes = Buffer.alloc(size, randomUUID())
    return {
      bytes,
      attachment: {
        id: randomUUID() as string,
        name: '保单.pdf',
        type: 'application/pdf',
        bytes: size,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      },
    }
  }
  type SampleFile = ReturnType<typeof sampleFile>
  const pick = (database: OutboxDatabase, { bytes, attachment }: SampleFile) =>
    addPickedAttachment(database, {
      attachment: { ...attachment, subject: 's1', form: FORM },
      bytes: new Uint8Array(bytes).buffer,
    })
  const submit = (page: OfflinePage, files: readonly SampleFile[]) =>
    page.outbox.add({
      form: FORM,
      subject: 's1',
      payload: {
        student: 's1',
        form: 'insurance',
        version: 1,
        answers: { policy: files.map(({ attachment }) => attachment.id) },
        attachments: files.map(({ attachment }) => attachment),
      },
    })
  const hasAll = (campus: ReturnType<typeof createFakeFormCampus>, files: readonly SampleFile[]) =>
    files.every(({ attachment, bytes }) =>
      bytes.equals(campus.files.get(attachment.id)?.bytes ?? Buffer.alloc(0)),
    )

  test('five files that are stored at the same moment all arrive', async () => {
    const campus = createFakeFormCampus()
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token')
    const files = Array.from({ length: 5 }, () => sampleFile(40_000))
    const kept = await Promise.all(files.map((file) => pick(page.database, file)))
    expect(kept.map(({ type }) => type)).toEqual(files.map(() => 'saved'))
    await submit(page, files)
    expect(await page.sendRound()).toMatchObject({ sent: 1 })
    expect(hasAll(campus, files)).toBe(true)
    expect(await listAttachments(page.database, { subject: 's1', form: FORM })).toEqual([])
  })

  test('an upload that takes longer than the longest pause is not begun by a second tab without Web Locks', async () => {
    const clock = { now: START }
    const storage = createIdempotencyKey()
    let isBusy = false
    const other = openOfflinePage({ fetch: (...sent) => campus.fetch(...sent), clock, storage })
    // Each part takes half a minute, and meanwhile the other tab tries to send, too.
    const campus = createFakeFormCampus()
    const slow: typeof fetch = async (...sent) => {
      clock.now += 25_000
      if (!isBusy) {
        isBusy = true
        expect(await other.sendRound({ trigger: 'manual' })).toMatchObject({ sent: 0 })
        isBusy = false
      }
      return campus.fetch(...sent)
    }
    const page = openOfflinePage({ fetch: slow, clock, storage })
    await page.bind('s1', 'token')
    const file = sampleFile(600_000)
    await pick(page.database, file)
    await submit(page, [file])
    let rounds = 0
    while ((await page.outbox.list('s1')).length > 0 && rounds++ < 40) await page.sendRound()
    expect(clock.now - START).toBeGreaterThan(300_000)
    expect(hasAll(campus, [file])).toBe(true)
    const parts = campus.requests.filter((name) => name.startsWith('attach'))
    expect(new Set(parts).size).toBe(parts.length)
    expect(campus.submissions.size).toBe(1)
  })

  test('no request of an upload is larger than a proxy takes by default, so a file of five megabytes arrives through it', async () => {
    const campus = createFakeFormCampus()
    let refused = 0
    const proxied: typeof fetch = async (input, init) => {
      const request = new Request(input, init)
      const body = await request.clone().arrayBuffer()
      if (body.byteLength <= 2 ** 20) return campus.fetch(request)
      refused += 1
      return new Response('<h1>413 Request Entity Too Large</h1>', { status: 413 })
    }
    const page = openOfflinePage({ fetch: proxied })
    await page.bind('s1', 'token')
    const file = sampleFile(5_000_000)
    await pick(page.database, file)
    await submit(page, [file])
    let rounds = 0
    while ((await page.outbox.list('s1')).length > 0 && rounds++ < 40) await page.sendRound()
    expect(refused).toBe(0)
    expect(hasAll(campus, [file])).toBe(true)
  })

  test('while the university cannot store files, the answers wait with their file and other items are sent', async () => {
    let isFull = true
    const campus = createFakeFormCampus({
      fault: (path) =>
        isFull && path === campusFormDelivery.attach.path
          ? jsonResponse({ code: 1 }, { status: 507 })
          : undefined,
    })
    const clock = { now: START }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token')
    const file = sampleFile(40_000)
    await pick(page.database, file)
    await submit(page, [file])
    await page.outbox.add({
      form: 'campus:pledge',
      subject: 's1',
      payload: { student: 's1', form: 'pledge', version: 1, answers: {}, attachments: [] },
    })
    expect(await page.sendRound()).toMatchObject({ sent: 1 })
    expect(await page.outbox.list('s1')).toMatchObject([{ form: FORM, state: 'later' }])
    isFull = false
    clock.now += 600_000
    expect(await page.sendRound()).toMatchObject({ sent: 1 })
    expect(hasAll(campus, [file])).toBe(true)
  })
})
