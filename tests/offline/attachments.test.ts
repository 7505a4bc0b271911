import { Buffer } from 'node:buffer'
import { createHash, randomUUID } from 'node:crypto'
import { openDB } from 'idb'
import { describe, expect, test, vi } from 'vitest'
import type { CampusFormAttachment, CampusFormSubmission } from '#contract/campus-form-submission'
import {
  addPickedAttachment,
  listAttachments,
  readAttachmentBytes,
  removePickedAttachment,
} from '#offline/outbox/attachments'
import { deleteDataOfOthers, deleteOwnData } from '#offline/outbox/delete-data'
import { createDraftStore } from '#offline/outbox/drafts'
import { createIdempotencyKey } from '#offline/outbox/fingerprint'
import { type OutboxDatabase, openOutboxDatabase } from '#offline/storage/outbox-database'
import { createFakeFormCampus } from '#tests/support/offline/fake-form-campus.ts'
import { createKillableSteps } from '#tests/support/offline/killable-steps.ts'
import { openOfflinePage, sampleTravel } from '#tests/support/offline/offline-page.ts'

const FORM = 'campus:insurance'
const of = { subject: 's1', form: FORM }

/** A file with its bytes, of this size. */
function sampleFile(size = 10) {
  const content = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)))
  const bytes = new Uint8Array(size).map((_, at) => content[at % content.length] ?? 0)
  const attachment: CampusFormAttachment = {
    id: randomUUID(),
    name: '保单.pdf',
    type: 'application/pdf',
    bytes: size,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  return { attachment, bytes: bytes.buffer }
}
type SampleFile = ReturnType<typeof sampleFile>

const pick = async (database: OutboxDatabase, size?: number) => {
  const file = sampleFile(size)
  const attachment = { ...file.attachment, ...of }
  expect(await addPickedAttachment(database, { ...file, attachment })).toMatchObject({
    type: 'saved',
  })
  return file
}
const answersWith = (...files: SampleFile[]): CampusFormSubmission => ({
  student: 's1',
  form: 'insurance',
  version: 1,
  answers: { policy: files.map(({ attachment }) => attachment.id) },
  attachments: files.map(({ attachment }) => attachment),
})
const submissionWith = (...files: SampleFile[]) => ({ ...of, payload: answersWith(...files) })
// Comparing arrays of bytes by `toEqual` takes seconds.
const hasWhole = (campus: ReturnType<typeof createFakeFormCampus>, file: SampleFile) =>
  Buffer.from(file.bytes).equals(campus.files.get(file.attachment.id)?.bytes ?? Buffer.alloc(0))
const isHere = async (database: OutboxDatabase, { attachment, bytes }: SampleFile) => {
  const stored = await readAttachmentBytes(database, attachment.id)
  if (stored !== undefined) expect(Buffer.from(stored).equals(Buffer.from(bytes))).toBe(true)
  const isListed = (await listAttachments(database, of)).some(({ id }) => id === attachment.id)
  expect(isListed).toBe(stored !== undefined)
  return isListed
}

describe('the files of a campus form in the outbox', () => {
  test('a picked file waits with its draft and then with its item, and is deleted once the university has both', async () => {
    const campus = createFakeFormCampus()
    const page = openOfflinePage({ fetch: campus.fetch })
    await page.bind('s1', 'token')
    const file = await pick(page.database, 400_000)
    expect(await isHere(page.database, file)).toBe(true)
    expect(await page.outbox.add(submissionWith(file))).toMatchObject({ type: 'saved' })
    expect(await isHere(page.database, file)).toBe(true)
    expect(await page.sendRound()).toMatchObject({ sent: 1 })
    expect(hasWhole(campus, file)).toBe(true)
    expect(campus.submissions.size).toBe(1)
    expect(await isHere(page.database, file)).toBe(false)
  })

  test('files can be stored in the transaction of their item, and a submission whose file is nowhere is not called saved', async () => {
    const { outbox, database } = openOfflinePage({ fetch })
    const [here, gone] = [sampleFile(), sampleFile()]
    const attachment = { ...here.attachment, ...of }
    expect(await outbox.add(submissionWith(gone))).toEqual({
      type: 'not-saved',
      why: 'file-missing',
    })
    const files = [{ ...here, attachment }]
    expect(await outbox.add({ ...submissionWith(here, gone), files })).toMatchObject({
      why: 'file-missing',
    })
    expect(await outbox.list('s1')).toEqual([])
    expect(await listAttachments(database, of)).toEqual([])
    const uploadedFiles = [gone.attachment.id]
    const saved = await outbox.add({ ...submissionWith(here, gone), files, uploadedFiles })
    expect(saved.type).toBe('saved')
    expect(await isHere(database, here)).toBe(true)
  })

  test('a file goes with the submission that a newer one replaces, and stays if the newer one has it too', async () => {
    const { outbox, database } = openOfflinePage({ fetch })
    const [kept, replaced] = [await pick(database), await pick(database)]
    await outbox.add(submissionWith(kept, replaced))
    await outbox.add(submissionWith(kept))
    expect(await isHere(database, kept)).toBe(true)
    expect(await isHere(database, replaced)).toBe(false)
    const [item] = await outbox.list('s1')
    await outbox.repair(item?.order ?? 0, { payload: answersWith() })
    expect(await isHere(database, kept)).toBe(false)
  })

  test('a picked file that the submitted answers lack, or whose draft is dropped, is deleted; one in use stays', async () => {
    const { outbox, database } = openOfflinePage({ fetch })
    const drafts = createDraftStore({ database })
    const [sent, irrelevant] = [await pick(database), await pick(database)]
    await outbox.add(submissionWith(sent))
    expect(await isHere(database, irrelevant)).toBe(false)
    // The answers are opened again: a draft contains the file of the waiting item.
    const added = await pick(database)
    await drafts.save({ ...of, values: answersWith(sent, added), savedAt: 1 })
    await drafts.drop('s1', FORM)
    expect(await isHere(database, sent)).toBe(true)
    expect(await isHere(database, added)).toBe(false)
    await drafts.save({ ...of, values: answersWith(sent), savedAt: 2 })
    const [item] = await outbox.list('s1')
    await outbox.discard(item?.order ?? 0)
    expect(await isHere(database, sent)).toBe(true)
    await drafts.drop('s1', FORM)
    expect(await isHere(database, sent)).toBe(false)
  })

  test('removing a picked file deletes it, unless an unsent item contains it', async () => {
    const { outbox, database } = openOfflinePage({ fetch })
    const [sent, removed] = [await pick(database), await pick(database)]
    await removePickedAttachment(database, removed.attachment.id)
    expect(await isHere(database, removed)).toBe(false)
    await outbox.add(submissionWith(sent))
    await removePickedAttachment(database, sent.attachment.id)
    expect(await isHere(database, sent)).toBe(true)
  })

  test('the end of a binding deletes files with the items and drafts that it deletes', async () => {
    const { outbox, database } = openOfflinePage({ fetch })
    const [waiting, draft] = [await pick(database), undefined]
    await outbox.add(submissionWith(waiting))
    const typed = draft ?? (await pick(database))
    await deleteDataOfOthers(database, 's2', { items: () => false })
    expect(await isHere(database, waiting)).toBe(true)
    expect(await isHere(database, typed)).toBe(false)
    await deleteOwnData(database, () => true)
    expect(await isHere(database, waiting)).toBe(false)
  })
})

describe('uploading the files of an item', () => {
  const phoneWith = async (campus: ReturnType<typeof createFakeFormCampus>, size = 600_000) => {
    const clock = { now: 1_700_000_000_000 }
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token')
    const file = await pick(page.database, size)
    await page.outbox.add(submissionWith(file))
    return { ...page, clock, file }
  }

  test('an upload that is cut goes on where it was, and the item shows how much has arrived', async () => {
    let cut = true
    const campus = createFakeFormCampus({
      fault: (_path, count) => (cut && count === 5 ? 'answer lost' : undefined),
    })
    const { outbox, sendRound, clock, file } = await phoneWith(campus)
    await sendRound()
    const [item] = await outbox.list('s1')
    const sizes = [32, 64, 128, 256].map((size) => size * 1024)
    const before = (sizes[0] ?? 0) + (sizes[1] ?? 0) + (sizes[2] ?? 0)
    expect(item).toMatchObject({ state: 'later', upload: { sent: before, total: 600_000 } })
    expect(campus.submissions.size).toBe(0)
    cut = false
    clock.now += 60_000
    expect(await sendRound()).toMatchObject({ sent: 1 })
    // The answer was lost, but not the part.
    const arrived = before + (sizes[3] ?? 0)
    expect(campus.requests.slice(5, 7)).toEqual(['received', `attach ${arrived}`])
    expect(hasWhole(campus, file)).toBe(true)
  })

  test('a file that the university has is not uploaded again', async () => {
    const campus = createFakeFormCampus()
    const { outbox, sendRound, file } = await phoneWith(campus)
    campus.files.set(file.attachment.id, { bytes: new Uint8Array(file.bytes), isComplete: true })
    expect(await sendRound()).toMatchObject({ sent: 1 })
    expect(campus.requests).toEqual(['received', 'find', 'add'])
    expect(await outbox.list('s1')).toEqual([])
  })

  test('while an upload makes progress, the pauses between its attempts do not grow', async () => {
    const campus = createFakeFormCampus({
      fault: (_path, count) => (count % 3 === 0 ? 'lost' : undefined),
    })
    const { outbox, sendRound, clock } = await phoneWith(campus, 2_000_000)
    for (let round = 0; round < 6; round++) {
      await sendRound({ trigger: 'manual' })
      const [item] = await outbox.list('s1')
      expect(item).toMatchObject({ state: 'later', attempts: 1 })
      clock.now += 5_000
    }
  })

  test('an item whose file neither the phone nor the university has asks for its person', async () => {
    const campus = createFakeFormCampus()
    const { outbox, sendRound, database, file } = await phoneWith(campus)
    await database.run({ mode: 'readwrite', stores: ['attachment-bytes'] }, (transaction) =>
      transaction.objectStore('attachment-bytes').delete(file.attachment.id),
    )
    await sendRound()
    expect(await outbox.list('s1')).toMatchObject([
      { state: 'needs-you', lastProblem: { filesMissing: true } },
    ])
    expect(campus.submissions.size).toBe(0)
  })

  test('items without files are sent before uploads, and a long upload gives way to later items', async () => {
    const clock = { now: 1_700_000_000_000 }
    const campus = createFakeFormCampus({
      fault: () => {
        clock.now += 8_000
        return undefined
      },
    })
    const page = openOfflinePage({ fetch: campus.fetch, clock })
    await page.bind('s1', 'token')
    const file = await pick(page.database, 200_000)
    await page.outbox.add(submissionWith(file))
    await page.outbox.add({ ...of, form: 'campus:pledge', payload: answersWith() })
    const first = await page.sendRound()
    expect(campus.requests.slice(0, 3)).toEqual(['find', 'add', 'received'])
    expect(first).toMatchObject({ sent: 1 })
    // The item was never sent itself, so a newer submission can still replace it.
    expect(await page.outbox.list('s1')).toMatchObject([{ state: 'waiting', attempts: 0 }])
    let rounds = 0
    while ((await page.outbox.list('s1')).length > 0 && rounds++ < 10) await page.sendRound()
    expect(hasWhole(campus, file)).toBe(true)
    expect(campus.submissions.size).toBe(2)
  })

  test('a page that is killed at any moment of an upload loses nothing, and the next one goes on', async () => {
    for (let lifespan = 1, isOver = false; !isOver; lifespan++) {
      const campus = createFakeFormCampus()
      const storage = createIdempotencyKey()
      const clock = { now: 1_700_000_000_000 }
      const looker = openOfflinePage({ fetch: campus.fetch, clock, storage })
      await looker.bind('s1', 'token')
      const file = await pick(looker.database, 150_000)
      await looker.outbox.add(submissionWith(file))
      const { around, fetch: steps, killed } = createKillableSteps(lifespan)
      const page = openOfflinePage({ fetch: steps(campus.fetch), around, clock, storage })
      isOver = (await Promise.race([page.sendRound(), killed])) !== 'died'
      clock.now += 600_000
      await looker.sendRound()
      expect(hasWhole(campus, file)).toBe(true)
      expect(campus.submissions.size).toBe(1)
      expect(await looker.outbox.list('s1')).toEqual([])
      expect(await isHere(looker.database, file)).toBe(false)
    }
  })
})

describe('the upgrade of the outbox’s database for files', () => {
  const versionOf = async (name: string) => {
    const database = await openDB(name)
    const { version } = database
    database.close()
    return version
  }

  test('a phone without files keeps the database that earlier builds open', async () => {
    const storage = createIdempotencyKey()
    const { outbox, database } = openOfflinePage({ fetch, storage })
    await outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await outbox.add({ ...of, payload: answersWith() })
    await createDraftStore({ database }).drop('s1', FORM)
    await deleteDataOfOthers(database, 's1', { items: () => true })
    await removePickedAttachment(database, 'none')
    expect(await listAttachments(database, of)).toEqual([])
    expect(await readAttachmentBytes(database, 'none')).toBeUndefined()
    expect(await versionOf(storage)).toBe(1)
  })

  test('the first file upgrades the database with everything in it, and open pages go on', async () => {
    const storage = createIdempotencyKey()
    const [one, other] = [openOfflinePage({ fetch, storage }), openOfflinePage({ fetch, storage })]
    // A page of an earlier build closes its connection when another page upgrades the database.
    const early = await openDB(storage, 1, {
      upgrade: (database) => {
        const items = database.createObjectStore('items', { keyPath: 'order', autoIncrement: true })
        items.createIndex('form', ['subject', 'form'])
        const receipts = database.createObjectStore('receipts', { keyPath: 'order' })
        receipts.createIndex('subject', 'subject')
        database.createObjectStore('drafts', { keyPath: ['subject', 'form'] })
        database.createObjectStore('bearer')
        database.createObjectStore('lease')
      },
    })
    const closing = vi.fn<() => void>(() => early.close())
    early.addEventListener('versionchange', closing)
    await one.outbox.add({ form: 'travel', subject: 's1', payload: sampleTravel() })
    await other.outbox.list('s1')
    const file = await pick(one.database)
    expect(closing).toHaveBeenCalledTimes(1)
    expect(await versionOf(storage)).toBe(2)
    expect(await other.outbox.list('s1')).toMatchObject([{ form: 'travel' }])
    expect(await isHere(other.database, file)).toBe(true)
    await other.outbox.add(submissionWith(file))
    expect(await one.outbox.list('s1')).toHaveLength(2)
  })

  test('a database to which a later build has added stores is opened as it is', async () => {
    const storage = createIdempotencyKey()
    const now = openOfflinePage({ fetch, storage })
    await pick(now.database)
    const later = await openDB(storage, 7, {
      upgrade: (database) => void database.createObjectStore('later'),
    })
    later.close()
    const file = await pick(now.database)
    await now.outbox.add(submissionWith(file))
    expect(await openOfflinePage({ fetch, storage }).outbox.list('s1')).toHaveLength(1)
    expect(await versionOf(storage)).toBe(7)
  })

  test('a database that the browser has deleted is created again with the files in memory', async () => {
    const storage = createIdempotencyKey()
    const file = sampleFile()
    const attachment = { ...file.attachment, ...of }
    const database = openOutboxDatabase(storage, undefined, {
      readBackup: () => ({
        items: [],
        receipts: [],
        drafts: [],
        attachments: [{ ...file, attachment }],
      }),
    })
    await database.run({ mode: 'readonly', stores: ['items'] }, (transaction) =>
      transaction.objectStore('items').count(),
    )
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(storage)
      request.addEventListener('success', resolve)
      request.addEventListener('error', reject)
    })
    expect(await isHere(database, file)).toBe(true)
  })
})
