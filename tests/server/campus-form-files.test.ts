import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CampusFormAttachment } from '#contract/campus-form-submission'
import { deleteExpiredRecords } from '#server/features/privacy/retention'
import { DEFAULT_RETENTION_DAYS } from '#server/platform/settings/retention'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import {
  announceFile,
  postAnswers,
  postPart,
  publishTestForm,
  question,
} from '../support/backend/campus-forms.ts'
import { createPicture, hostilePictures } from '../support/backend/hostile-pictures.ts'

let backend: Backend
let student: SignedInUser
let other: SignedInUser
let picture: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  backend = await startBackend()
  student = await backend.signInAs('990001')
  other = await backend.signInAs('990003')
  picture = new Uint8Array(await createPicture().jpeg().toBuffer())
})
afterAll(() => backend.close())

const pdf = (bytes: number) => {
  const content = new Uint8Array(bytes)
  content.set(Buffer.from('%PDF-1.7\n'))
  for (let at = 9; at < bytes; at += 1) content[at] = (at * 31) % 251
  return content
}

let form: string
let count = 0
beforeEach(async () => {
  count += 1
  form = `files-${count}`
  await publishTestForm(backend, form, {
    items: [
      question('card', 'picture', { largest: 1_000_000 }),
      question('paper', 'file', { largest: 3_000_000, count: 2 }),
      question('promise', 'statement', { isDrawn: true }),
    ],
  })
})

const send = (
  bytes: Uint8Array<ArrayBuffer>,
  file: CampusFormAttachment,
  { by = student, ...part }: { by?: SignedInUser; offset?: number; end?: number } = {},
) => postPart(backend, by, { bytes, file, form, ...part })
const received = async (file: CampusFormAttachment, by = student) =>
  (await by.post('/api/campusform/received', { attachment: file.id })).body.data
const answer = (answers: object, attachments: readonly CampusFormAttachment[]) =>
  postAnswers(student, { form, version: 1, answers: answers as never, attachments })
const download = (id: string, by: SignedInUser, path = '/api/campusform/file') =>
  backend.fetch(`${path}?attachment=${id}`, { headers: { authorization: by.token } })
const stored = async (id: string) =>
  backend.db
    .selectFrom('campus_form_attachment')
    .select(['type', 'name', 'bytes', 'completed_at', 'answer_version'])
    .where('id', '=', id)
    .executeTakeFirst()
const partsOf = async (id: string) =>
  (
    await backend.db
      .selectFrom('campus_form_attachment_part')
      .select('at')
      .where('attachment_id', '=', id)
      .execute()
  ).length

describe('the upload of a file', () => {
  test('parts are put together, and a cut upload continues where it was cut', async () => {
    const bytes = pdf(700_000)
    const file = announceFile(bytes, { name: '体检.pdf', type: 'application/pdf' })
    expect(await received(file)).toBe(0)
    expect((await send(bytes, file, { end: 300_000 })).body).toEqual({ code: '0', data: 300_000 })
    expect(await received(file)).toBe(300_000)
    expect((await send(bytes, file, { offset: 300_000 })).body.data).toBe(700_000)
    expect(await received(file)).toBe(700_000)
    expect(await partsOf(file.id)).toBe(0)
    expect(await stored(file.id)).toMatchObject({ type: 'application/pdf', name: '体检.pdf' })
    expect((await stored(file.id))?.bytes?.equals(Buffer.from(bytes))).toBe(true)
  })

  test('repeated and overlapping parts change nothing, and a part behind a gap is not stored', async () => {
    const bytes = pdf(500_000)
    const file = announceFile(bytes)
    await send(bytes, file, { end: 200_000 })
    expect((await send(bytes, file, { end: 200_000 })).body.data).toBe(200_000)
    expect((await send(bytes, file, { offset: 100_000, end: 300_000 })).body.data).toBe(300_000)
    expect((await send(bytes, file, { offset: 400_000 })).body.data).toBe(300_000)
    expect((await send(bytes, file, { offset: 250_000 })).body.data).toBe(500_000)
    expect((await send(bytes, file, { offset: 250_000 })).body.data).toBe(500_000)
    expect((await stored(file.id))?.bytes?.equals(Buffer.from(bytes))).toBe(true)
  })

  test('the same parts at the same time are stored once', async () => {
    const bytes = pdf(300_000)
    const file = announceFile(bytes)
    const parts = [0, 0, 0, 150_000, 150_000].map((offset) =>
      send(bytes, file, { offset, end: offset + 150_000 }),
    )
    expect((await Promise.all(parts)).every(({ status }) => status === 200)).toBe(true)
    await send(bytes, file, { offset: (await received(file)) < 300_000 ? 150_000 : 0 })
    expect(await received(file)).toBe(300_000)
    expect((await stored(file.id))?.bytes?.equals(Buffer.from(bytes))).toBe(true)
  })

  test('a file whose parts were not put together before the server stopped is finished by its last part', async () => {
    const bytes = pdf(200_000)
    const file = announceFile(bytes)
    await send(bytes, file, { end: 120_000 })
    await backend.db
      .insertInto('campus_form_attachment_part')
      .values({ attachment_id: file.id, at: 120_000, bytes: Buffer.from(bytes.slice(120_000)) })
      .execute()
    expect(await received(file)).toBe(120_000)
    expect((await send(bytes, file, { offset: 120_000, end: 150_000 })).body.data).toBe(150_000)
    expect((await send(bytes, file, { offset: 150_000 })).body.data).toBe(200_000)
    expect((await stored(file.id))?.completed_at).not.toBeNull()
  })

  test('a file with another hash is refused for good, and can be sent anew', async () => {
    const bytes = pdf(100_000)
    const file = announceFile(bytes)
    const damaged = bytes.slice()
    damaged[50_000] = 0
    const { body } = await send(damaged, file)
    expect(body).toMatchObject({ code: '-1', msg: expect.stringContaining('损坏') })
    expect(await received(file)).toBe(0)
    expect((await send(bytes, file)).body.data).toBe(100_000)
  })

  test('a file that is announced anew with another content begins anew', async () => {
    const id = randomUUID()
    const first = pdf(100_000)
    await send(first, announceFile(first, { id }), { end: 60_000 })
    const second = pdf(80_000)
    const file = announceFile(second, { id })
    expect((await send(second, file, { end: 20_000 })).body.data).toBe(20_000)
    expect((await send(second, file, { offset: 20_000 })).body.data).toBe(80_000)
    expect((await send(first, announceFile(first, { id }))).body.msg).toContain('不能使用')
  })

  test('parts that do not fit what was announced are refused', async () => {
    const bytes = pdf(1000)
    const file = announceFile(bytes)
    const refused = async (more: Partial<CampusFormAttachment>, offset = 0, end = 1000) =>
      (await send(bytes, { ...file, ...more }, { offset, end })).status
    expect(await refused({ bytes: 999 })).toBe(422)
    expect(await refused({ bytes: 21 * 2 ** 20 })).toBe(422)
    expect(await refused({ sha256: 'x' })).toBe(422)
    expect(await refused({ id: '../../etc/passwd' })).toBe(422)
    expect(await refused({}, 0, 0)).toBe(422)
    expect(await refused({}, 1)).toBe(200)
    const large = pdf(2 ** 20 + 1)
    expect((await send(large, announceFile(large))).status).toBe(413)
    expect(await stored(file.id)).toMatchObject({ completed_at: null })
  })

  test('a student cannot store more than is allowed', async () => {
    const bytes = pdf(1000)
    const who = await backend.signInAs('990002')
    for (let at = 0; at < 3; at += 1) {
      const file = { ...announceFile(bytes), bytes: 20 * 2 ** 20 }
      expect((await send(bytes, file, { by: who })).body.data).toBe(1000)
    }
    const { body } = await send(bytes, announceFile(bytes), { by: who })
    expect(body).toMatchObject({ code: '-1', msg: expect.stringContaining('上限') })
    const { files } = await backend.db
      .selectFrom('campus_form_attachment')
      .select(({ fn }) => fn.countAll<string>().as('files'))
      .where('student_code', '=', who.code)
      .executeTakeFirstOrThrow()
    expect(files).toBe('3')
  })

  test('only a student for whom the form is can send a file', async () => {
    const continuing = await backend.signInAs('880001')
    const file = announceFile(picture)
    expect((await send(picture, file, { by: continuing })).body.msg).toContain('不是给您填写的')
    expect(await stored(file.id)).toBeUndefined()
  })
})

describe('the content of a file', () => {
  test('a picture is encoded anew, whatever its name says, without what it knew of its place', async () => {
    const bytes = new Uint8Array(
      await createPicture()
        .withExif({ IFD3: { GPSLatitude: '22/1 33/1 0/1' } })
        .jpeg()
        .toBuffer(),
    )
    const file = announceFile(bytes, { name: '身份证.exe', type: 'text/html' })
    expect((await send(bytes, file)).body.data).toBe(bytes.byteLength)
    const found = await stored(file.id)
    expect(found).toMatchObject({ type: 'image/jpeg', name: '身份证.jpg' })
    expect((await sharp(found?.bytes ?? undefined).metadata()).exif).toBeUndefined()
  })

  test('a drawn signature can be small', async () => {
    const bytes = new Uint8Array(await createPicture(300, 90).png().toBuffer())
    const file = announceFile(bytes)
    expect((await send(bytes, file)).body.data).toBe(bytes.byteLength)
  })

  test('no hostile picture is stored as it was sent', async () => {
    let refused = 0
    for (const [name, create] of hostilePictures) {
      const made = await create()
      const bytes = new Uint8Array(typeof made === 'string' ? Buffer.from(made, 'base64') : made)
      if (bytes.byteLength === 0 || bytes.byteLength > 2 ** 20) continue
      const file = announceFile(bytes)
      const { status, body } = await send(bytes, file)
      const found = await stored(file.id)
      if (body.code !== '0') {
        refused += 1
        expect([name, found]).toEqual([name, undefined])
      } else if (found?.type !== 'application/pdf') {
        expect([name, status, found?.type]).toEqual([name, 200, 'image/jpeg'])
        expect([name, found?.bytes?.equals(Buffer.from(bytes))]).toEqual([name, false])
      }
      await backend.db.deleteFrom('campus_form_attachment').where('id', '=', file.id).execute()
      await backend.db.deleteFrom('rate_limit').execute()
    }
    expect(refused).toBeGreaterThan(20)
  })

  test('HTML, SVG, programs and macros are refused by their content', async () => {
    const refuse = async (content: string, name: string) => {
      const bytes = new Uint8Array(Buffer.from(content, 'latin1'))
      return (await send(bytes, announceFile(bytes, { name, type: 'application/pdf' }))).body.msg
    }
    const macros = 'PK\u0003\u0004 [Content_Types].xml word/document.xml word/vbaProject.bin'
    for (const [content, name] of [
      ['<script>alert(1)</script>', 'a.pdf'],
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
      ['MZ\u0090\u0000', 'a.exe'],
      [macros, 'a.docx'],
    ] as const)
      expect(await refuse(content, name)).toContain('只能上传')
  })
})

describe('answers with files', () => {
  const upload = async (bytes: Uint8Array<ArrayBuffer>, more = {}) => {
    const file = announceFile(bytes, more)
    expect((await send(bytes, file)).body.data).toBe(bytes.byteLength)
    return file
  }

  test('answers whose files have not arrived are to be sent again, and lose nothing', async () => {
    const file = announceFile(picture)
    const first = await answer({ card: [file.id] }, [file])
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toBe('5')
    await send(picture, file, { end: 100 })
    expect((await answer({ card: [file.id] }, [file])).status).toBe(503)
    await send(picture, file, { offset: 100 })
    expect((await answer({ card: [file.id] }, [file])).body).toEqual({ code: '0' })
    expect((await stored(file.id))?.answer_version).toBe(1)
  })

  test('the file of another student cannot be used, read or changed', async () => {
    const file = announceFile(picture)
    expect((await send(picture, file, { by: other })).body.data).toBe(picture.byteLength)
    expect(await received(file)).toBe(0)
    expect((await send(picture, file)).body.msg).toContain('不能使用')
    expect((await answer({ card: [file.id] }, [file])).status).toBe(503)
    expect((await download(file.id, student)).status).toBe(404)
    expect((await download(file.id, other)).status).toBe(200)
  })

  test('files have to fit their questions by kind, size and number', async () => {
    const paper = await upload(pdf(1000))
    const card = await upload(picture)
    const issues = async (answers: object, files: CampusFormAttachment[]) =>
      (await answer(answers, files)).body.issues?.map(({ path }: { path: string }) => path)
    expect(await issues({ card: [paper.id] }, [paper])).toEqual(['answers.card'])
    expect(await issues({ card: [card.id, paper.id] }, [card, paper])).toEqual(['answers.card'])
    expect(await issues({ card: [randomUUID()] }, [])).toEqual(['answers.card'])
    await backend.db
      .updateTable('campus_form_attachment')
      .set({ sent_bytes: 3_000_001 })
      .where('id', '=', paper.id)
      .execute()
    expect(await issues({ paper: [paper.id] }, [paper])).toEqual(['answers.paper'])
    expect(await issues({ paper: [card.id] }, [card])).toBeUndefined()
  })

  test('a statement is signed with the own name and a drawn picture', async () => {
    const drawing = await upload(new Uint8Array(await createPicture(300, 90).png().toBuffer()))
    const sign = (name: string, id = drawing.id) =>
      answer({ promise: { name, drawing: id } }, [drawing])
    expect((await sign('别人')).status).toBe(422)
    expect((await sign('陈晓雨', '')).status).toBe(422)
    expect((await sign('陈晓雨')).body).toEqual({ code: '0' })
  })

  test('a file opens for its owner as a download, for a reviewer once the answers are reviewed, and for the office with a log entry', async () => {
    const file = await upload(pdf(1000), { name: 'a"; b.pdf' })
    await answer({ paper: [file.id] }, [file])
    const own = await download(file.id, student)
    expect(own.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(own.headers.get('x-content-type-options')).toBe('nosniff')
    expect(own.headers.get('content-type')).toContain('application/pdf')
    expect(own.headers.get('cache-control')).toContain('no-store')
    const reviewer = await backend.signInAs('T3001')
    expect((await download(file.id, reviewer)).status).toBe(404)
    await publishTestForm(backend, form, {
      items: [question('paper', 'file')],
      settings: { isReviewed: true },
    })
    expect((await download(file.id, reviewer)).status).toBe(200)
    const office = await backend.signInAs('T5001')
    expect((await download(file.id, office, '/api/manage/campusform/file')).status).toBe(200)
    const log = await backend.db
      .selectFrom('office_log')
      .select(['action', 'about', 'details'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(log).toMatchObject({
      action: 'students.openFile',
      about: `student:${student.code}`,
      details: { form: `campus:${form}` },
    })
    for (const role of ['T1001', 'T2001', 'T6001'])
      expect((await download(file.id, await backend.signInAs(role))).status).toBe(403)
  })

  test('the office sends a file for a student', async () => {
    const office = await backend.signInAs('T5001')
    const file = announceFile(picture)
    const query = new URLSearchParams({
      name: 'a.jpg',
      student: student.code,
      attachment: file.id,
      form,
      sha256: file.sha256,
    })
    const response = await backend.fetch(`/api/manage/campusform/attach?${query}`, {
      method: 'POST',
      headers: { authorization: office.token, 'content-type': 'application/octet-stream' },
      body: picture,
    })
    expect(await response.json()).toEqual({ code: '0', data: picture.byteLength })
    expect((await answer({ card: [file.id] }, [file])).body).toEqual({ code: '0' })
  })
})

describe('the end of files', () => {
  const forget = (days: number) =>
    deleteExpiredRecords(backend.db, {
      retention: DEFAULT_RETENTION_DAYS,
      now: new Date(backend.clock.now().getTime() + days * 86_400_000),
      dryRun: false,
    })

  test('a file that no answer uses is deleted after a day, and one that answers use goes with them', async () => {
    const [used, unused, arriving] = [picture, pdf(1000), pdf(2000)].map((bytes) =>
      announceFile(bytes),
    )
    if (used === undefined || unused === undefined || arriving === undefined) throw new Error()
    await send(picture, used)
    await send(pdf(1000), unused)
    await send(pdf(2000), arriving, { end: 500 })
    await answer({ card: [used.id] }, [used])
    const left = async () =>
      Promise.all([used, unused, arriving].map(async ({ id }) => (await stored(id)) !== undefined))
    await forget(0.9)
    expect(await left()).toEqual([true, true, true])
    await forget(1.1)
    expect(await left()).toEqual([true, false, false])
    expect(await partsOf(arriving.id)).toBe(0)
    await answer({ card: [] }, [])
    expect((await stored(used.id))?.answer_version).toBeNull()
    await forget(1.1)
    expect(await left()).toEqual([false, false, false])
  })

  test('files end with their answers', async () => {
    const file = announceFile(picture)
    await send(picture, file)
    await answer({ card: [file.id] }, [file])
    await forget(1096)
    expect(await stored(file.id)).toBeUndefined()
    expect(
      await backend.db
        .selectFrom('campus_form_answer')
        .select('version')
        .where('form_id', '=', form)
        .execute(),
    ).toEqual([])
  })

  test('a student’s data copy has the files', async () => {
    const file = announceFile(picture)
    await send(picture, file)
    const copy = await backend.fetch('/api/privacy/data', {
      method: 'POST',
      headers: { authorization: student.token, 'content-type': 'application/json' },
      body: '{}',
    })
    const told = (await copy.json())['学校表单的文件'].find(
      (one: { id: string }) => one.id === file.id,
    )
    expect(told).toMatchObject({ form_id: form, bytes: expect.stringMatching(/^\/9j\//) })
  })
})
