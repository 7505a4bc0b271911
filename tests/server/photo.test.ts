import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, startBackend } from '../support/backend/backend.ts'
import {
  hostilePictures,
  createPicture,
  PICTURE_REFUSAL_TEXTS,
  HOSTILE_PAYLOAD_TRACES,
} from '../support/backend/hostile-pictures.ts'
import { type FreshStudent, enrolSignedInStudent } from '../support/backend/students.ts'
import { casesOfRun } from '../support/setup/long-run.ts'

let backend: Backend
let plain: Buffer
let plainPng: Buffer
beforeAll(async () => {
  backend = await startBackend()
  plain = await createPicture().jpeg().toBuffer()
  plainPng = await createPicture().png().toBuffer()
})
afterAll(() => backend.close())

const UPLOAD = '/stuphoto/verifyStuPhoto'
const signed = ({ token }: FreshStudent) => ({ authorization: token })
const upload = async (who: FreshStudent, image: Buffer | string) =>
  backend.post(
    UPLOAD,
    {
      stuCode: who.subject,
      base64Photo: typeof image === 'string' ? image : image.toString('base64'),
    },
    signed(who),
  )
const stored = (who: FreshStudent) =>
  backend.db
    .selectFrom('image')
    .selectAll()
    .where('student_code', '=', who.subject)
    .executeTakeFirst()
const look = (key: string, token?: string, init: RequestInit = {}) =>
  backend.fetch(`/api/greenchannel/imgLook?params=${encodeURIComponent(key)}`, {
    ...init,
    headers: token === undefined ? {} : { authorization: token },
  })

describe('the face photo', () => {
  test('a face photo is stored, is named in the student’s own record, and is read by its key [PHO-03 PHO-12]', async () => {
    const who = await enrolSignedInStudent(backend)
    const said = await upload(who, plain)
    expect([said.status, said.body]).toEqual([200, { code: '0', results: '照片上传成功' }])
    const own = await backend.post('/api/NewReports/findInformation', {}, signed(who))
    const key: string = own.body.results[0].newPhotoPath
    expect(key).toMatch(/^[\w-]{43}$/)
    const image = await look(key, who.token)
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/jpeg')
    expect(image.headers.get('cache-control')).toBe('no-store')
    expect(image.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await sharp(Buffer.from(await image.arrayBuffer())).metadata()).toMatchObject({
      format: 'jpeg',
      width: 320,
      height: 400,
    })
  })

  test('a face photo is refused without consent; withdrawing consent deletes the photo, and a new consent allows another photo', async () => {
    const who = await enrolSignedInStudent(backend)
    const ask = async (verb: string) =>
      (await backend.post(`/api/photo/${verb}`, {}, signed(who))).body
    expect((await ask('consent')).agreedAt).toMatch(/^\d{4}-/)
    await upload(who, plain)
    await ask('takeBack')
    expect(await stored(who)).toBeUndefined()
    expect((await ask('consent')).agreedAt).toBeNull()
    expect((await upload(who, plain)).body.results).toBe(
      '请先在“照片采集”页面点击“同意并继续”，再上传照片',
    )
    await ask('agree')
    expect((await upload(who, plain)).body.code).toBe('0')
  })

  test('a second face photo is refused with a message, also when two are sent at once [PHO-08 PHO-13 D-82]', async () => {
    const who = await enrolSignedInStudent(backend)
    const both = await Promise.all([upload(who, plain), upload(who, plainPng)])
    expect(both.map(({ body }) => body.code).toSorted()).toEqual(['-1', '0'])
    const again = await upload(who, plain)
    expect([again.status, again.body]).toEqual([
      200,
      { code: '-1', results: '照片已上传，不能更换；如需删除，请在“照片采集”页面撤回同意' },
    ])
  })

  test('the answer for a student without a face photo has no photo [PHO-09]', async () => {
    expect((await upload(await enrolSignedInStudent(backend), '')).body).toMatchObject({
      code: '422',
      results: '请选择修改照片！',
    })
  })

  test('the data URL prefix of a face photo is removed, and the photo is reduced to 1600 pixels [D-73]', async () => {
    const who = await enrolSignedInStudent(backend)
    const large = await createPicture(3000, 2000).png().toBuffer()
    expect((await upload(who, `data:image/png;base64,${large.toString('base64')}`)).body.code).toBe(
      '0',
    )
    expect(await sharp((await stored(who))?.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1600,
      height: 1067,
    })
  })

  test('a picture’s base64 with a million line breaks is scanned once [security 12]', async () => {
    const who = await enrolSignedInStudent(backend)
    const begun = performance.now()
    expect((await upload(who, `A${'\n'.repeat(1_000_000)}!`)).status).toBeLessThan(500)
    // If the text were scanned again at each line break, it would take an hour.
    expect(performance.now() - begun).toBeLessThan(20_000)
  })

  test('the number of face photo uploads is limited', async () => {
    const who = await enrolSignedInStudent(backend)
    for (let n = 0; n < 30; n++) await upload(who, 'AAAA')
    expect((await upload(who, plain)).status).toBe(429)
  })
})

describe('access to an image [D-80]', () => {
  test('a face photo can be read only by its key, by its owner and by review teachers', async () => {
    const who = await enrolSignedInStudent(backend)
    await upload(who, plain)
    const key = (await stored(who))?.id ?? ''
    const other = await backend.signInAs('990001')
    const [staff, supervisor, reviewer] = await Promise.all(
      ['T1001', 'T2001', 'T3001'].map((one) => backend.signInAs(one)),
    )
    expect((await look(key, reviewer?.token)).status).toBe(200)
    expect((await look(key, other.token)).status).toBe(403)
    expect((await look(key, staff?.token)).status).toBe(403)
    expect((await look(key, supervisor?.token)).status).toBe(403)
    const nobody = await look(key)
    expect([nobody.status, await nobody.json()]).toEqual([
      401,
      { status: -400, msg: '登录已失效，请重新绑定' },
    ])
    for (const path of [
      '',
      '../../etc/passwd',
      '/etc/passwd',
      `${key}x`,
      "' or 1=1",
      '汉'.repeat(5000),
    ])
      expect((await look(path, reviewer?.token)).status).toBe(404)
    const post = await look(key, reviewer?.token, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('hostile and broken photo files', () => {
  test('there are more than sixty hostile picture files', () =>
    expect(hostilePictures.length).toBeGreaterThan(60))

  // The pictures of applications go through the same decoder, which CI gives all of them.
  test.each(casesOfRun(hostilePictures, (_, nth) => nth % 6 === 0))(
    'a hostile face photo is refused: %s [PHO-12 D-82 security 7]',
    async (_name, file, expected) => {
      const who = await enrolSignedInStudent(backend)
      const sent = await file()
      const said = await upload(who, sent)
      const image = await stored(who)
      if (expected === 'refused') {
        expect([said.status, said.body.code, image]).toEqual([422, '422', undefined])
        expect(PICTURE_REFUSAL_TEXTS).toContain(said.body.results)
        return
      }
      expect([said.status, said.body.code]).toEqual([200, '0'])
      const bytes = image?.bytes ?? Buffer.alloc(0)
      expect(bytes.equals(Buffer.from(sent))).toBe(false)
      for (const trace of HOSTILE_PAYLOAD_TRACES) expect(bytes.includes(trace)).toBe(false)
      const { format, space, channels, orientation, exif, icc } = await sharp(bytes).metadata()
      expect({ format, space, channels, orientation, exif, icc }).toEqual({
        format: 'jpeg',
        space: 'srgb',
        channels: 3,
      })
    },
  )

  test('the EXIF orientation of a face photo is applied and not stored', async () => {
    const who = await enrolSignedInStudent(backend)
    await upload(
      who,
      await createPicture(300, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    )
    expect(await sharp((await stored(who))?.bytes).metadata()).toMatchObject({
      width: 500,
      height: 300,
    })
  })

  test('a request body larger than any picture needs is refused before it is read', async () => {
    const who = await enrolSignedInStudent(backend)
    const said = await upload(who, 'A'.repeat(8 * 1024 * 1024))
    expect([said.status, said.body.results]).toEqual([413, '内容过大，请减少后再提交'])
  })
})
