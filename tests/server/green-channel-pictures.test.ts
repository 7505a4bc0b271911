import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChinaYear } from '#server/platform/clock'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { loanFormBody } from '../support/backend/form-bodies.ts'
import {
  hostilePictures,
  createPicture,
  PICTURE_REFUSAL_TEXTS,
  HOSTILE_PAYLOAD_TRACES,
} from '../support/backend/hostile-pictures.ts'
import { type FreshStudent, enrolSignedInStudent } from '../support/backend/students.ts'

let backend: Backend
let reviewer: SignedInUser
let plain: string
beforeAll(async () => {
  backend = await startBackend()
  reviewer = await backend.signInAs('T3001')
  plain = (await createPicture().jpeg().toBuffer()).toString('base64')
})
afterAll(() => backend.close())

const as = ({ token }: FreshStudent, path: string, body: object = {}) =>
  backend.post(`/api/greenchannel/${path}`, body, { authorization: token })
const applyWith = (who: FreshStudent, image: Buffer | string) =>
  as(
    who,
    'saveStuLoanMsg',
    loanFormBody(typeof image === 'string' ? image : image.toString('base64'), {
      stuCode: who.subject,
    }),
  )
const stored = (who: FreshStudent) =>
  backend.db
    .selectFrom('image')
    .selectAll()
    .where('student_code', '=', who.subject)
    .executeTakeFirst()
const look = (key: string, token: string, init: RequestInit = {}) =>
  backend.fetch(`/api/greenchannel/imgLook?params=${encodeURIComponent(key)}`, {
    ...init,
    headers: { authorization: token },
  })

describe('hostile and broken pictures', () => {
  test.each(hostilePictures)(
    'a hostile application picture is refused: %s [GRN-14 D-73 security 7]',
    async (_name, file, expected) => {
      const who = await enrolSignedInStudent(backend)
      const said = await applyWith(who, await file())
      const image = await stored(who)
      if (expected === 'refused') {
        expect([said.status, said.body.code, image]).toEqual([422, '422', undefined])
        expect([...PICTURE_REFUSAL_TEXTS, '国开行贷款回执单不能为空！']).toContain(said.body.msg)
        expect((await as(who, 'selectStuLoanMsg')).body.msg).toBe('null')
        return
      }
      expect([said.status, said.body.code]).toEqual([200, 0])
      for (const trace of HOSTILE_PAYLOAD_TRACES) expect(image?.bytes.includes(trace)).toBe(false)
      const { format, exif, icc } = await sharp(image?.bytes).metadata()
      expect({ format, exif, icc }).toEqual({ format: 'jpeg' })
    },
  )

  test('when one of two application pictures is invalid, neither is stored [GRN-15]', async () => {
    const who = await enrolSignedInStudent(backend)
    await backend.db
      .insertInto('charge')
      .values({
        student_code: who.subject,
        year: toChinaYear(backend.clock.now()),
        item: '学费',
        due_fen: 1_860_000,
        paid_fen: 0,
      })
      .execute()
    const both = {
      applyMoney: '6600',
      stuCode: '',
      idCard: '',
      applyHouseholderBaese64: plain,
      applyOneselfBaese64: plain,
    }
    for (const one of ['applyHouseholderBaese64', 'applyOneselfBaese64']) {
      const said = await as(who, 'saveStuJdlkMsg', { ...both, [one]: 'R0lGODlh' })
      expect([said.status, said.body.issues[0].path, await stored(who)]).toEqual([
        422,
        one,
        undefined,
      ])
    }
    expect((await as(who, 'saveStuJdlkMsg', both)).body.code).toBe(0)
  })

  test('a receipt stays readable: 1600 pixels, upright [D-73]', async () => {
    const who = await enrolSignedInStudent(backend)
    await applyWith(
      who,
      await createPicture(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    )
    expect(await sharp((await stored(who))?.bytes).metadata()).toMatchObject({
      width: 1067,
      height: 1600,
    })
  })

  test('the number of picture uploads is limited, and an upload refused for another reason does not count', async () => {
    const who = await enrolSignedInStudent(backend)
    for (let n = 0; n < 30; n++) expect((await applyWith(who, 'AAAA')).status).toBe(422)
    const said = await applyWith(who, plain)
    expect([said.status, said.body.code, Number(said.headers.get('retry-after'))]).toEqual([
      429,
      '429',
      expect.any(Number),
    ])
  })
})

describe('access to application pictures [D-80]', () => {
  test('an application picture can be read only by its key, by its owner and the reviewers, and is not cached [GRN-19]', async () => {
    const [who, other] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
    const [staff, supervisor] = [await backend.signInAs('T1001'), await backend.signInAs('T2001')]
    await applyWith(who, plain)
    const { filePath } = (await as(who, 'selectStuLoanMsg')).body.msg
    const own = await look(filePath, who.token)
    expect(own.status).toBe(200)
    expect(
      ['content-type', 'cache-control', 'x-content-type-options'].map((name) =>
        own.headers.get(name),
      ),
    ).toEqual(['image/jpeg', 'no-store', 'nosniff'])
    expect((await look(filePath, reviewer.token)).status).toBe(200)
    for (const { token } of [other, staff, supervisor])
      expect((await look(filePath, token)).status).toBe(403)
    for (const path of ['../../etc/passwd', `/${filePath}`, `${filePath}/..`, '', "' or 1=1"])
      expect((await look(path, who.token)).status).toBe(404)
  })

  test('a new application picture replaces the rejected one', async () => {
    const who = await enrolSignedInStudent(backend)
    await applyWith(who, plain)
    const before = (await as(who, 'selectStuLoanMsg')).body.msg
    await reviewer.post('/api/greenChannelAudit/updateStatus', {
      status: '2',
      userId: '',
      stuCode: who.subject,
      reason: '看不清',
      auditType: '1',
      year: before.year,
      verifyId: before.verifyId,
    })
    expect((await applyWith(who, plain)).body.code).toBe(0)
    const after = (await as(who, 'selectStuLoanMsg')).body.msg
    expect(after.filePath).not.toBe(before.filePath)
    expect([
      (await look(before.filePath, who.token)).status,
      (await look(after.filePath, who.token)).status,
    ]).toEqual([404, 200])
  })
})
