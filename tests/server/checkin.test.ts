import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '#contract/bytes'
import { MAX_PASS_CREDENTIAL_LIFETIME_MS, readCredential } from '#contract/checkin-pass'
import {
  checkCredential,
  createConfirmationIdempotencyKey,
  MAX_CLOCK_SKEW_MS,
} from '#contract/checkin-pass-check'
import { newScanKey, sealScan } from '#contract/sealed-scan'
import {
  createPassKey,
  findCurrentPassPublicKeys,
  openPassSigner,
} from '#server/features/checkin/pass-keys'
import { toPinyin } from '#server/features/checkin/store'
import { validateScan } from '#server/features/checkin/validate-scan'
import { openDatabase } from '#server/platform/database/database'
import { prepareDatabase } from '#server/prepare-database'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import { enrolSignedInStudent } from '../support/backend/students.ts'
import {
  passIdOf,
  createPassKeyPair,
  createPassIssuer,
  createSignedPassText,
  type PassKeyPair,
} from '../support/offline/pass-keys.ts'

const ADD = '/api/stuEnter/add'
const LIST = '/api/stuEnter/selectStuEnterInfos'
const ROSTER = '/api/stuEnter/roster'
const PHOTOS_PATH = '/api/stuEnter/faces'
const LOOK = '/api/stuEnter/look'
const DELETE = '/api/stuEnter/delete'
const HAND_OVER = '/api/stuEnter/handOver'
const CHECK = '/api/binding/checkStuRegStatus'
const DONE = { code: 0, msg: '登记成功' }
const KNOWN = { code: 0, msg: '该学生已确认' }
const OWN = '紫荆苑3号楼'

let backend: Backend
let supervisor: SignedInUser
beforeAll(async () => {
  backend = await startBackend()
  supervisor = await backend.signInAs('T2001')
})
afterAll(() => backend.close())

const now = () => backend.clock.now().getTime()
const instant = (ms = now()) => new Date(ms).toISOString()

/** A student's phone with a pass of this campus. With `building: null` the student has no room. */
async function passHolder({ building = OWN }: { building?: string | null } = {}) {
  const { subject, token } = await enrolSignedInStudent(backend)
  await backend.db
    .updateTable('student')
    .set({ checked_in_at: backend.clock.now() })
    .where('code', '=', subject)
    .execute()
  if (building !== null) await giveBed(subject, building)
  const phone = await createPassKeyPair()
  const ask = async (extra: object = { key: toBase64url(phone.point) }) =>
    backend.post(CHECK, extra, { authorization: token })
  const { body } = await ask()
  const credential = fromBase64url(body.pass?.credential ?? '') ?? new Uint8Array()
  let counter = 0
  const show = (at = now()) => createSignedPassText(phone, { credential, at, counter: ++counter })
  return { code: subject, phone, credential, ask, body, show }
}

const giveBed = (code: string, building: string) =>
  backend.db
    .insertInto('dorm_place')
    .values({ student_code: code, type_name: '四人间', building, room: '601', bed: code })
    .execute()

const arrivalsOf = (code: string) =>
  backend.db.selectFrom('arrival').selectAll().where('student_code', '=', code).execute()
const add = async (scanned: string, by = supervisor, at: string | undefined = instant()) =>
  (await by.post(ADD, { stuCode: scanned, ...(at !== undefined && { scanTime: at }) })).body

const nameOf = (code: string) =>
  backend.db.selectFrom('staff').select('name').where('code', '=', code).executeTakeFirstOrThrow()

/** A second supervisor, with the password that all demo accounts have. */
async function colleague(code: string, buildings: readonly string[]): Promise<SignedInUser> {
  const { db } = backend
  const model = await db
    .selectFrom('staff')
    .selectAll()
    .where('code', '=', 'T2001')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('staff')
    .values({ ...model, code, id: `U${code}` })
    .execute()
  for (const building of buildings)
    await db.insertInto('staff_building').values({ staff_code: code, building }).execute()
  const said = await backend.post('/api/sys/login', {
    userCode: code,
    openId: '',
    password: 'campus-T2001',
  })
  const token: string = said.body.token
  return {
    token,
    code,
    post: (path, body, headers) => backend.post(path, body, { authorization: token, ...headers }),
  }
}

describe('the check-in credential', () => {
  test('a request without a key gets the legacy pass; a request with a phone’s key gets a credential for that phone, valid for at most 7 days [ID-20 D-30]', async () => {
    const holder = await passHolder()
    expect((await holder.ask({})).body).toEqual({ msg: '1' })
    expect(holder.body).toMatchObject({
      msg: '1',
      pass: { credential: expect.any(String), expireTime: expect.any(String) },
    })
    const credential = readCredential(holder.credential)
    expect(credential?.phone).toEqual(holder.phone.point)
    expect(Date.parse(holder.body.pass.expireTime) - now()).toBeLessThanOrEqual(
      MAX_PASS_CREDENTIAL_LIFETIME_MS,
    )
    expect(
      Math.abs((credential?.expires ?? 0) - Date.parse(holder.body.pass.expireTime)),
    ).toBeLessThan(1000)
    const { keys } = (await supervisor.post(ROSTER)).body.data
    const known = keys.map(({ kid, point }: { kid: string; point: string }) => ({ id: kid, point }))
    expect(credential && (await checkCredential(credential, { keys: known, at: now() }))).toBe(
      'good',
    )
  })

  test('no credential is issued before the registration check, or to an undergraduate without a dorm room [D-30]', async () => {
    const key = toBase64url((await createPassKeyPair()).point)
    const notYet = await backend.signInAs('990001')
    expect((await notYet.post(CHECK, { key })).body).toEqual({ msg: '0' })
    const homeless = await passHolder({ building: null })
    expect(homeless.body).toEqual({ msg: '1' })
    await backend.db
      .updateTable('student')
      .set({ enrolment: '1' })
      .where('code', '=', homeless.code)
      .execute()
    expect((await homeless.ask()).body).toHaveProperty('pass')
  })

  test('an invalid key is refused with a message, and no pass is created', async () => {
    const { ask } = await passHolder()
    for (const key of [
      'x',
      'A'.repeat(86),
      toBase64url(new Uint8Array(64)),
      'Ä'.repeat(86),
      `${'A'.repeat(85)}=`,
    ]) {
      const { status, body } = await ask({ key })
      expect([key, status, body.issues[0].path]).toEqual([key, 422, 'key'])
      expect(body).not.toHaveProperty('pass')
    }
    expect((await ask({ key: 'A'.repeat(200) })).status).toBe(422)
  })

  test('the id of a pass is stable, unique and contains no personal data', async () => {
    const [one, other] = [await passHolder(), await passHolder()]
    const id = readCredential(one.credential)?.id
    expect(id).toMatch(/^[\w-]{11}$/)
    expect(
      readCredential(fromBase64url((await one.ask()).body.pass.credential) ?? new Uint8Array())?.id,
    ).toBe(id)
    expect(readCredential(other.credential)?.id).not.toBe(id)
  })

  test('the university’s next signing key is announced before its first signature, and signatures of the previous key stay valid [D-30]', async () => {
    const own = await startBackend()
    const ask = async () => {
      const student = await own.signInAs('990002')
      const phone = await createPassKeyPair()
      const said = await student.post(CHECK, { key: toBase64url(phone.point) })
      return readCredential(fromBase64url(said.body.pass.credential) ?? new Uint8Array())?.key
    }
    const told = async () => {
      const { body } = await (await own.signInAs('T2001')).post(ROSTER)
      return body.data.keys.map(({ kid }: { kid: string }) => kid)
    }
    const first = await ask()
    expect(await told()).toEqual([first])
    own.clock.advance(84 * 86_400)
    const [, next] = await told()
    expect(await ask()).toBe(first)
    own.clock.advance(8 * 86_400)
    expect(await ask()).toBe(next)
    expect(await told()).toEqual([first, next])
    own.clock.advance(20 * 86_400)
    expect(await told()).toEqual([next])
    expect(
      JSON.stringify(await own.db.selectFrom('pass_key').select(['id', 'point']).execute()),
    ).toContain(first)
    await own.close()
  })

  test('two processes that start at once create a single signing key', async () => {
    const own = await startBackend()
    const other = await startBackend({ sharing: own })
    const student = await own.signInAs('990002')
    const ask = async (through: Backend) =>
      through.post(
        CHECK,
        { key: toBase64url((await createPassKeyPair()).point) },
        { authorization: student.token },
      )
    await Promise.all([own, other, own, other].map(ask))
    expect(await own.db.selectFrom('pass_key').select('id').execute()).toHaveLength(1)
    await other.close()
    await own.close()
  })

  test('a lost signing key is reported at start and not replaced until a person decides', async () => {
    const own = await startBackend()
    const student = await own.signInAs('990002')
    const [ask, roster] = [
      async () => student.post(CHECK, { key: toBase64url((await createPassKeyPair()).point) }),
      async () => (await own.signInAs('T2001')).post(ROSTER),
    ]
    expect((await ask()).body.pass).toBeTruthy()
    await own.db.deleteFrom('pass_key').execute()
    expect([(await ask()).status, (await roster()).status]).toEqual([500, 500])
    expect(own.logLines.join('')).toContain('PassKeyLost')
    const database = openDatabase({
      connectionString: own.connectionString,
      onError: () => {},
    })
    const started = await prepareDatabase({
      connectionString: own.connectionString,
      database,
      clock: own.clock,
      settings: { demo: false, demoStudents: 0 },
    })
    await database.close()
    expect(started.join('')).toMatch(/key that signs check-in codes is gone/)
    expect(await own.db.selectFrom('pass_key').select('id').execute()).toEqual([])
    await createPassKey(own.db, own.clock.now())
    expect((await ask()).body.pass).toBeTruthy()
    await own.close()
  })

  test('the signing key never leaves the server', async () => {
    const rows = await backend.db.selectFrom('pass_key').selectAll().execute()
    const { body } = await supervisor.post(ROSTER)
    for (const { secret } of rows)
      for (const spelled of ['base64', 'base64url', 'hex'] as const)
        expect(JSON.stringify(body)).not.toContain(secret.toString(spelled))
    expect(backend.logLines.join('')).not.toMatch(/BD:|credential/)
  })
})

describe('phones that hold a pass', () => {
  const rosterOf = async () => (await supervisor.post(ROSTER)).body.data
  const keyOf = (phone: PassKeyPair) => toBase64url(phone.point)

  test('a phone unbound by the office is refused at once and is on the scanners’ list, and its earlier arrivals stay valid [D-30 security 9]', async () => {
    const { code, phone, show } = await passHolder()
    const office = await backend.signInAs('T4001')
    expect((await rosterOf()).revokedPhones).not.toContain(keyOf(phone))
    const [before, shownAt] = [await show(), instant()]
    const { body } = await office.post('/api/manage/students/open', { student: code })
    const [bound] = body.data.phones.all
    backend.clock.advance(5)
    const ended = await office.post('/api/manage/students/unbind', {
      student: code,
      phone: bound.id,
      reason: '手机丢失',
    })
    expect(ended.body).toMatchObject({ code: '0' })
    expect((await rosterOf()).revokedPhones).toContain(keyOf(phone))
    expect(await add(await show())).toEqual({
      code: -1,
      msg: '这部手机上的报到码已停用，请学生在自己登录的手机上打开报到码',
    })
    expect(await arrivalsOf(code)).toEqual([])
    expect(await add(before, supervisor, shownAt)).toEqual(DONE)
    backend.clock.advance(MAX_PASS_CREDENTIAL_LIFETIME_MS / 1000)
    expect((await rosterOf()).revokedPhones).not.toContain(keyOf(phone))
  })

  test('a student has one valid pass phone for each sign-in, the newest key of each counts, and the student is notified of each further phone [D-30]', async () => {
    const { code, phone, ask, credential } = await passHolder()
    const others = await Promise.all([
      createPassKeyPair(),
      createPassKeyPair(),
      createPassKeyPair(),
    ])
    for (const other of others) await ask({ key: keyOf(other) })
    const revoked = new Set((await rosterOf()).revokedPhones)
    expect([phone, ...others].map((one) => revoked.has(keyOf(one)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const told = await backend.db
      .selectFrom('notice')
      .select('title')
      .where('subject', '=', `student:${code}`)
      .where('title', '=', '报到码已在另一部手机上启用')
      .execute()
    expect(told).toHaveLength(others.length)
    // The first phone is still valid: it requests a credential again.
    await ask({ key: keyOf(phone) })
    expect((await rosterOf()).revokedPhones).not.toContain(keyOf(phone))
    const shown = await createSignedPassText(phone, { credential, at: now(), counter: 9 })
    expect(await add(shown)).toEqual(DONE)
  })

  test('a sign-in that requests passes for many keys at once ends with one valid key', async () => {
    const { code, ask } = await passHolder()
    const many = await Promise.all(Array.from({ length: 8 }, createPassKeyPair))
    await Promise.all(many.map((one) => ask({ key: keyOf(one) })))
    const live = await backend.db
      .selectFrom('pass_phone')
      .select('phone')
      .where('student_code', '=', code)
      .where('replaced_at', 'is', null)
      .execute()
    expect(live).toHaveLength(1)
  })

  test('a pass of a phone that this database does not know is accepted: an earlier release or the time before a restore issued it', async () => {
    const { code, show } = await passHolder()
    await backend.db.deleteFrom('pass_phone').where('student_code', '=', code).execute()
    expect(await add(await show())).toEqual(DONE)
  })
})

describe('a scan sealed for the university', () => {
  test('a sealed scan can be opened by the university alone, and is checked like an unsealed one [SCN-07 D-98]', async () => {
    const { code, show } = await passHolder()
    const { scanKey } = (await supervisor.post(ROSTER)).body.data
    const sealed = await sealScan(await show(), scanKey)
    expect(sealed).toMatch(/^BDS:[\w-]+$/)
    expect(sealed.length).toBeLessThan(1000)
    expect(await add(sealed)).toEqual(DONE)
    expect(await arrivalsOf(code)).toMatchObject([{ verified: true }])
    expect((await supervisor.post(ROSTER)).body.data.scanKey).toBe(scanKey)
  })

  test('a scan sealed with another key, or damaged, is refused with a message', async () => {
    const { code } = await passHolder()
    const other = await newScanKey()
    const foreign = await sealScan(code, toBase64url(other.point))
    const { scanKey } = (await supervisor.post(ROSTER)).body.data
    const own = await sealScan(code, scanKey)
    const says = { code: -1, msg: '学校已无法解开这条登记，请让学生重新出示报到码' }
    // A character in the middle always changes a bit; the last one may only change padding.
    const damaged = `${own.slice(0, -9)}${own.at(-9) === 'A' ? 'B' : 'A'}${own.slice(-8)}`
    for (const text of [foreign, damaged, 'BDS:', 'BDS:$$$']) expect(await add(text)).toEqual(says)
    expect(await arrivalsOf(code)).toEqual([])
  })
})

describe('confirming an arrival', () => {
  test('an arrival confirmed by scanning a pass is listed with its four fields, and can be reversed [SCN-05 SCN-06 SCN-07 SCN-08 SCN-10]', async () => {
    const { code, show } = await passHolder()
    expect(await add(await show())).toEqual(DONE)
    const { body } = await supervisor.post(LIST)
    expect(body.code).toBe(0)
    expect(body.data.length).toBeGreaterThan(9)
    const [first] = body.data
    expect(first).toMatchObject({
      id: expect.any(String),
      name: '测试生',
      dormName: OWN,
      dormno: '601',
    })
    expect(await arrivalsOf(code)).toMatchObject([
      { verified: true, staff_code: 'T2001', removed_at: null },
    ])
    expect((await supervisor.post(DELETE, { id: first.id })).body).toEqual({ code: 0 })
    expect(
      (await supervisor.post(LIST)).body.data.map(({ id }: { id: string }) => id),
    ).not.toContain(first.id)
  })

  test('confirmed arrivals are listed newest first [SCN-05]', async () => {
    const [one, other] = [await passHolder(), await passHolder()]
    await add(await one.show(now() - 20_000), supervisor, instant(now() - 20_000))
    await add(await other.show())
    const listed = (await supervisor.post(LIST)).body.data.map(
      ({ enterTime }: { enterTime: string }) => enterTime,
    )
    expect(listed).toEqual([...listed].sort().reverse())
  })

  test('confirming an arrival again succeeds, and two supervisors who confirm it at once create one row [D-98]', async () => {
    const { code, show } = await passHolder()
    const friend = await colleague('T2002', [OWN])
    const text = await show()
    const answers = await Promise.all([
      add(text),
      add(text, friend),
      add(text),
      add(text, friend),
      add(code),
      add(code, friend),
    ])
    expect(answers.filter(({ msg }) => msg === DONE.msg)).toHaveLength(1)
    expect(answers.filter(({ msg }) => msg === KNOWN.msg)).toHaveLength(5)
    expect(answers.every((one) => one.code === 0)).toBe(true)
    expect(await arrivalsOf(code)).toHaveLength(1)
  })

  test('a scan sent again under its idempotency key takes effect once, whatever happened to the first response [D-98]', async () => {
    const { code, show } = await passHolder()
    const scan = { scanned: await show(), at: instant() }
    const key = await createConfirmationIdempotencyKey(scan)
    const send = () =>
      supervisor.post(ADD, { stuCode: scan.scanned, scanTime: scan.at }, { 'idempotency-key': key })
    const [first, again] = [await send(), await send()]
    expect([first.body, again.body]).toEqual([DONE, DONE])
    expect(again.headers.get('receipt')).toBe(first.headers.get('receipt'))
    expect(await arrivalsOf(code)).toHaveLength(1)
  })

  test('a reversal stays on record: a delayed confirmation of an earlier scan does not undo it, a new scan does [D-98]', async () => {
    const { code, show } = await passHolder()
    const scan = { scanned: await show(), at: instant() }
    const late = { scanned: await show(), at: instant() }
    const keyed = async (one: typeof scan) =>
      (
        await supervisor.post(
          ADD,
          { stuCode: one.scanned, scanTime: one.at },
          { 'idempotency-key': await createConfirmationIdempotencyKey(one) },
        )
      ).body
    expect(await keyed(scan)).toEqual(DONE)
    backend.clock.advance(5)
    const [row] = await arrivalsOf(code)
    expect((await supervisor.post(DELETE, { id: row?.id })).body).toEqual({ code: 0 })
    expect((await supervisor.post(DELETE, { id: row?.id })).body).toEqual({
      code: -1,
      msg: '删除失败',
    })
    expect(await arrivalsOf(code)).toMatchObject([
      { removed_by: 'T2001', removed_at: expect.any(Date) },
    ])
    // Two scans were made before the reversal: the first is sent again because its response was
    // lost, the second was still queued. Neither confirms the arrival, and both get this message.
    const takenBack = { code: -1, msg: '该登记已被撤销，请重新扫码' }
    expect(await keyed(scan)).toEqual(takenBack)
    expect(await keyed(late)).toEqual(takenBack)
    expect((await arrivalsOf(code)).filter((one) => one.removed_at === null)).toEqual([])
    // The same code is shown again while it is valid: this is another scan, with another
    // idempotency key.
    backend.clock.advance(5)
    expect(await keyed({ scanned: scan.scanned, at: instant() })).toEqual(DONE)
    expect(await arrivalsOf(code)).toHaveLength(2)
  })

  test('a repeated confirmation gets the first receipt while the arrival is valid, and no receipt after its reversal [D-98]', async () => {
    const { code } = await passHolder()
    const headers = {
      'idempotency-key': await createConfirmationIdempotencyKey({ scanned: code, at: instant() }),
    }
    const send = () => supervisor.post(ADD, { stuCode: code, scanTime: instant(0) }, headers)
    const body = { stuCode: code, scanTime: instant() }
    const again = () => supervisor.post(ADD, body, headers)
    const first = await again()
    expect(await again()).toMatchObject({ body: DONE, status: first.status })
    expect((await again()).headers.get('receipt')).toBe(first.headers.get('receipt'))
    // A different payload under a used idempotency key is still refused.
    expect((await send()).status).toBe(422)
    const [row] = await arrivalsOf(code)
    await supervisor.post(DELETE, { id: row?.id })
    const told = await again()
    expect([told.body.code, told.headers.get('receipt')]).toEqual([-1, null])
  })

  const YEARS = 2 * 365 * 86_400_000
  const numbered = async (code: string, { at, age }: { at: number; age?: number }) =>
    (
      await supervisor.post(
        ADD,
        { stuCode: code, scanTime: instant(at) },
        age === undefined ? {} : { 'words-age': String(age) },
      )
    ).body

  test('a number typed on a phone whose clock is years behind is recorded at the time at which it was typed [D-98]', async () => {
    const { code } = await passHolder()
    const typedAt = now()
    backend.clock.advance(600)
    expect(await numbered(code, { at: typedAt - YEARS, age: 600 })).toEqual(DONE)
    const scannedAt = (await arrivalsOf(code))[0]?.scanned_at.getTime() ?? 0
    expect(Math.abs(scannedAt - typedAt)).toBeLessThan(10_000)
    // A number typed more than seven days ago is still too old.
    const other = await passHolder()
    expect(await numbered(other.code, { at: now(), age: 7 * 86_400 + 60 })).toMatchObject({
      code: -1,
    })
  })

  test('an arrival reversed before a typed number is sent stays reversed, even if the phone’s clock is ahead [D-98]', async () => {
    const { code } = await passHolder()
    const typedAt = now()
    await numbered(code, { at: typedAt })
    const [row] = await arrivalsOf(code)
    backend.clock.advance(300)
    await supervisor.post(DELETE, { id: row?.id })
    backend.clock.advance(300)
    const takenBack = { code: -1, msg: '该登记已被撤销，请重新扫码' }
    const ahead = typedAt + 20 * 60_000
    expect(await numbered(code, { at: ahead, age: 600 })).toEqual(takenBack)
    // If the phone does not know how long ago the number was typed, a time in the future does not
    // prove that it was typed after the reversal.
    expect(await numbered(code, { at: ahead })).toEqual(takenBack)
    expect(await numbered(code, { at: now(), age: 0 })).toEqual(DONE)
  })

  test('a scan sent hours later is judged by the time at which it was made [D-98]', async () => {
    const { code, show } = await passHolder()
    const at = instant()
    const text = await show()
    backend.clock.advance(6 * 3600)
    expect(await add(text)).toEqual({ code: -1, msg: '报到码不是刚刚生成的，可能是截图' })
    expect(await add(text, supervisor, at)).toEqual(DONE)
    expect((await arrivalsOf(code))[0]?.scanned_at.toISOString()).toBe(at)
  })

  test('a scan older than 7 days, or dated in the future, is refused [D-30]', async () => {
    const { code, show } = await passHolder()
    const ahead = now() + 120_000
    expect(await add(await show(ahead), supervisor, instant(ahead))).toEqual({
      code: -1,
      msg: expect.stringContaining('扫码时间不对'),
    })
    const [text, at] = [await show(), instant()]
    backend.clock.advance(7 * 86_400 + 60)
    expect(await add(text, supervisor, at)).toEqual({
      code: -1,
      msg: expect.stringContaining('超过 7 天'),
    })
    expect(await add(code, supervisor, at)).toEqual({
      code: -1,
      msg: expect.stringContaining('超过 7 天'),
    })
    expect(await arrivalsOf(code)).toEqual([])
  })

  test('an expired credential is refused, even with a fresh proof [security 9]', async () => {
    const { code, show } = await passHolder()
    backend.clock.advance(7 * 86_400 + 60)
    expect(await add(await show())).toEqual({ code: -1, msg: expect.stringContaining('已过期') })
    expect(await arrivalsOf(code)).toEqual([])
  })

  test('a forged key, a proof of another phone and a pass without a student are refused [security 9]', async () => {
    const { code, credential, phone } = await passHolder()
    const other = await createPassKeyPair()
    const { keys } = (await supervisor.post(ROSTER)).body.data
    const real = { id: keys[0].kid, point: keys[0].point }
    const forge = async (who: Awaited<ReturnType<typeof createPassIssuer>>, by: PassKeyPair) => {
      const id = fromBase64url(readCredential(credential)?.id ?? '') ?? passIdOf(1)
      return createSignedPassText(by, {
        credential: await who.issue(by, { id, at: now() }),
        at: now(),
      })
    }
    const forgeries = [
      await forge(await createPassIssuer(), phone),
      await forge(await createPassIssuer({ posingAs: real }), other),
      await createSignedPassText(other, { credential, at: now() }),
    ]
    for (const text of forgeries)
      expect(await add(text)).toEqual({ code: -1, msg: '报到码签名无效' })
    await backend.db.deleteFrom('student_pass').where('student_code', '=', code).execute()
    expect(await add(await createSignedPassText(phone, { credential, at: now() }))).toEqual({
      code: -1,
      msg: '没有找到该学生',
    })
    expect(await arrivalsOf(code)).toEqual([])
  })

  test('an arrival confirmed by a typed student code, exam number or student number is unverified; a setting forbids typed numbers [D-30]', async () => {
    const { code } = await passHolder()
    expect(await add(code, supervisor, undefined)).toEqual(DONE)
    expect((await supervisor.post(LOOK, { stuCode: 's990002' })).body.data.stuCode).toBe('S990002')
    expect(await arrivalsOf(code)).toMatchObject([{ verified: false }])
    const next = await passHolder()
    expect(await add(next.code.slice(1), supervisor, instant(now() + 3_600_000))).toEqual(DONE)
    expect((await arrivalsOf(next.code))[0]?.scanned_at.getTime()).toBeLessThanOrEqual(now())
    const strict = await startBackend({
      sharing: backend,
      clock: backend.clock,
      env: { PASS_REQUIRED: '1' },
    })
    const body = { stuCode: (await passHolder()).code, scanTime: instant() }
    const said = await strict.post(ADD, body, { authorization: supervisor.token })
    expect(said.body).toEqual({ code: -1, msg: '请扫描学生手机上的报到码' })
    const third = await passHolder()
    const shown = await strict.post(
      ADD,
      { stuCode: await third.show(), scanTime: instant() },
      { authorization: supervisor.token },
    )
    expect(shown.body).toEqual(DONE)
    await strict.close()
  })

  test('a code dated after its scan is reported as a wrong clock, not as a screenshot [D-30]', async () => {
    const { code, show } = await passHolder()
    expect(await add(await show(now() + 3_600_000))).toEqual({
      code: -1,
      msg: expect.stringContaining('扫码时间不对'),
    })
    expect(await arrivalsOf(code)).toEqual([])
  })

  test('a malformed number is not looked up, and an arrival that does not exist cannot be reversed [SCN-06]', async () => {
    for (const one of ['#S990002', 'S990002#', 'S'.repeat(33)])
      expect(await add(one)).toEqual({ code: -1, msg: '这不是报到码，请重新扫码' })
    expect((await supervisor.post(DELETE, { id: 'nothing' })).body).toEqual({
      code: -1,
      msg: '删除失败',
    })
  })

  test('hostile texts as scans are refused with a message and change nothing [security 9]', async () => {
    const before = await backend.db.selectFrom('arrival').select('id').execute()
    const { show } = await passHolder()
    const text = await show()
    const hostile = [
      "S990002'; drop table arrival; --",
      'BD:',
      `BD:${'0'.repeat(326)}`,
      `BD:${':'.repeat(326)}`,
      `${text}${text}`.slice(0, 900),
      text.slice(0, -3),
      `BD1:${text.slice(3)}`,
      '../../etc/passwd',
      '<script>alert(1)</script>',
      'S'.repeat(999),
      '二维码',
      '\u202e990002',
      'https://example.com/?stuCode=S990002',
      '{"stuCode":"S990002"}',
      '__proto__',
      'constructor',
    ]
    for (const one of hostile) {
      const { status, body } = await supervisor.post(ADD, { stuCode: one, scanTime: instant() })
      expect([one, status, body.code, typeof body.msg]).toEqual([one, 200, -1, 'string'])
    }
    for (const one of ['', ' ', 'x'.repeat(1001), null, 0, {}, ['S990002'], true])
      expect([200, 422]).toContain((await supervisor.post(ADD, { stuCode: one })).status)
    for (const at of ['yesterday', '2026-13-45T99:99:99Z', 0, {}, '9'.repeat(500)])
      expect([
        at,
        (await supervisor.post(ADD, { stuCode: 'S990002', scanTime: at })).status,
      ]).toEqual([at, 422])
    expect(await backend.db.selectFrom('arrival').select('id').execute()).toEqual(before)
  })
})

describe('time limits of scans and signing keys', () => {
  const judged = async (scanned: string, at: number, received: number) =>
    validateScan(backend.db, {
      scan: { scanned, at: instant(at) },
      staff: await backend.db
        .selectFrom('staff')
        .selectAll()
        .where('code', '=', supervisor.code)
        .executeTakeFirstOrThrow(),
      rule: { mode: 'required', now: new Date(received) },
      passRequired: false,
    })

  test('a scan is accepted for seven days, and from a phone whose clock is slightly fast [D-30]', async () => {
    const { code, show } = await passHolder()
    const at = now()
    expect((await judged(code, at, at + MAX_PASS_CREDENTIAL_LIFETIME_MS)).type).toBe('student')
    expect((await judged(code, at, at + MAX_PASS_CREDENTIAL_LIFETIME_MS + 1)).type).toBe('no')
    const text = await show(at)
    expect((await judged(text, at, at - MAX_CLOCK_SKEW_MS)).type).toBe('student')
    expect((await judged(text, at, at - MAX_CLOCK_SKEW_MS - 1)).type).toBe('no')
  })

  test('a signing key signs for 90 days, and is published until the last scans of its codes can have been sent', async () => {
    const own = await startBackend()
    const start = own.clock.now()
    const day = (count: number, ms = 0) => new Date(start.getTime() + count * 86_400_000 + ms)
    const signs = async (at: Date) =>
      Buffer.from((await openPassSigner(own.db, at)).id).toString('hex')
    const told = async (at: Date) =>
      (await findCurrentPassPublicKeys(own.db, at)).map(({ id }) => id)
    const first = await signs(start)
    expect(await told(day(83, -1))).toEqual([first])
    const [, next] = await told(day(83))
    expect(next).toBeDefined()
    expect([await signs(day(90, -1)), await signs(day(90))]).toEqual([first, next])
    expect([await told(day(104, -1)), await told(day(104))]).toEqual([[first, next], [next]])
    await own.close()
  })
})

describe('scans that a colleague left on a shared phone', () => {
  const handOver = async (by: SignedInUser, scan: object, key?: string) =>
    (await by.post(HAND_OVER, scan, key === undefined ? {} : { 'idempotency-key': key })).body
  const TAKEN = { code: '0', msg: '登记成功' }

  test('a scan left by a colleague is recorded with the names of who scanned and who sent it [D-98]', async () => {
    const { code, show } = await passHolder()
    const friend = await colleague('T2005', [OWN])
    const scan = { scannedBy: 'T2001', stuCode: await show(), scanTime: instant() }
    backend.clock.advance(3600)
    const key = await createConfirmationIdempotencyKey({ scanned: scan.stuCode, at: scan.scanTime })
    expect(await handOver(friend, scan, key)).toEqual(TAKEN)
    expect(await handOver(friend, scan, key)).toEqual(TAKEN)
    // The first supervisor comes back and sends the scan too, under the same idempotency key.
    const own = { stuCode: scan.stuCode, scanTime: scan.scanTime }
    expect((await supervisor.post(ADD, own, { 'idempotency-key': key })).body).toEqual(KNOWN)
    expect(await arrivalsOf(code)).toMatchObject([
      { staff_code: 'T2001', delivered_by: 'T2005', verified: true },
    ])
    const [row] = await arrivalsOf(code)
    expect((await friend.post(DELETE, { id: row?.id, reason: '扫错了人' })).body.code).toBe(0)
    // The forwarded scan does not restore an arrival that was reversed.
    expect(await handOver(friend, scan, `${key}-other`)).toMatchObject({ code: '-1' })
  })

  test('the names of who made and who sent a forwarded scan are shown in the office, in the export and in the log [SCN-08 security 16]', async () => {
    const { code, show } = await passHolder()
    const friend = await colleague('T2107', [OWN])
    await backend.db
      .updateTable('staff')
      .set({ name: '何送' })
      .where('code', '=', friend.code)
      .execute()
    const scan = { scannedBy: 'T2001', stuCode: await show(), scanTime: instant() }
    expect(await handOver(friend, scan)).toEqual(TAKEN)
    const office = await backend.signInAs('T4001')
    const { name: by } = await nameOf('T2001')
    const { name: deliveredBy } = await nameOf('T2107')
    const filter = { cohort: 'all', department: '', building: OWN }
    const { body } = await office.post('/api/manage/arrivals/list', {
      ...filter,
      state: 'arrived',
      after: '',
    })
    expect(body.data).toContainEqual(
      expect.objectContaining({ student: code, confirmedBy: by, deliveredBy }),
    )
    const page = await office.post('/api/manage/students/open', { student: code })
    expect(page.body.data.arrival.arrived).toMatchObject({ by, deliveredBy })
    const file = await backend.fetch('/api/manage/exports/arrivals', {
      method: 'POST',
      headers: { authorization: office.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...filter, format: 'csv' }),
    })
    expect(await file.text()).toContain(`,${by},${deliveredBy},`)
    expect(
      await backend.db
        .selectFrom('office_log')
        .select(['staff_code', 'action', 'details'])
        .where('about', '=', `student:${code}`)
        .execute(),
    ).toEqual([
      {
        staff_code: 'T2107',
        action: 'checkin.handOver',
        details: { scannedBy: 'T2001', building: OWN, room: '601' },
      },
    ])
  })

  test('a scan is forwarded only in the name of somebody who was allowed to confirm it when it was made [D-97 security 16]', async () => {
    const { db } = backend
    const friend = await colleague('T2108', [OWN])
    const named = async (scannedBy: string, { bare = false } = {}) => {
      const { code, show } = await passHolder()
      const stuCode = bare ? code : await show()
      const scan = { scannedBy, stuCode, scanTime: instant() }
      return async () => {
        const { msg } = await handOver(friend, scan)
        return [msg, (await arrivalsOf(code)).length]
      }
    }
    const MAY_NOT = ['扫码的工作人员不负责该楼栋，或账号已停用，不能以其名义登记', 0]
    // T2109 supervises another building, and T2110 has another post.
    await colleague('T2109', ['海棠苑9号楼'])
    await colleague('T2110', [OWN])
    await db.updateTable('staff').set({ post: '教师' }).where('code', '=', 'T2110').execute()
    for (const code of ['T2109', 'T2110', 'T3001'])
      expect([code, ...(await (await named(code))())]).toEqual([code, ...MAY_NOT])
    // This account is closed after two scans were made: `proven` has the time proven by its pass,
    // `typed` is a number without a known time.
    await colleague('T2111', [OWN])
    const proven = await named('T2111')
    const typed = await named('T2111', { bare: true })
    backend.clock.advance(600)
    const close = { closed_at: backend.clock.now() }
    await db.updateTable('staff').set(close).where('code', '=', 'T2111').execute()
    backend.clock.advance(600)
    const later = await named('T2111')
    expect([await proven(), await typed(), await later()]).toEqual([
      ['登记成功', 1],
      MAY_NOT,
      MAY_NOT,
    ])
  })

  test('only a supervisor of the building can forward a scan, and only of a colleague who exists [SCN-09 D-97]', async () => {
    const { code } = await passHolder()
    const otherSupervisor = await colleague('T2006', ['海棠苑9号楼'])
    const scan = { scannedBy: 'T2001', stuCode: code, scanTime: instant() }
    expect((await handOver(otherSupervisor, scan)).code).toBe('-1')
    expect(await handOver(supervisor, { ...scan, scannedBy: 'T9999' })).toEqual({
      code: '-1',
      msg: '没有找到扫码的工作人员',
    })
    const student = await backend.signInAs('990002')
    expect((await student.post(HAND_OVER, scan)).status).toBe(403)
    expect(await arrivalsOf(code)).toEqual([])
    // A supervisor's own scan is not a forwarded scan.
    expect(await handOver(supervisor, scan)).toEqual(TAKEN)
    expect(await arrivalsOf(code)).toMatchObject([{ staff_code: 'T2001', delivered_by: null }])
  })
})

describe('search by ID number', () => {
  /** All ID numbers of one county and birthday, both of which can be known from a notice board. */
  const candidates = Array.from({ length: 1000 }, (_, order) => {
    const first = `44152120080229${String(order).padStart(3, '0')}`
    const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    const sum = weights.reduce((all, weight, at) => all + weight * Number(first[at]), 0)
    return `${first}${'10X98765432'[sum % 11]}`
  })
  const setIdCard = (code: string, idCard: string) =>
    backend.db.updateTable('student').set({ id_card: idCard }).where('code', '=', code).execute()

  test('no field stored on a supervisor’s phone narrows down the 1,000 ID numbers of one birthday and county [D-105]', async () => {
    const { code, show } = await passHolder()
    await add(await show())
    /** The fields stored on the phone, with this student's entry only. */
    const kept = async () => {
      const [roster, arrivals] = [await supervisor.post(ROSTER), await supervisor.post(LIST)]
      const { students, ...rest } = roster.body.data
      const own = students.find(({ stuCode }: { stuCode: string }) => stuCode === code)
      return Object.entries({ ...own, ...rest, arrivals: arrivals.body.data }).map(
        ([name, value]) => `${name} ${JSON.stringify(value)}`,
      )
    }
    const left = new Map<string, number>()
    for (const idCard of candidates.filter((_, at) => at % 20 === 0)) {
      await setIdCard(code, idCard)
      for (const field of await kept()) left.set(field, (left.get(field) ?? 0) + 20)
    }
    expect([...left].filter(([, count]) => count < candidates.length)).toEqual([])
  })

  test('an ID number finds its student only on the server and only in the supervisor’s buildings, and the log names the supervisor [D-98]', async () => {
    const [own, other] = [await passHolder(), await passHolder({ building: '海棠苑1号楼' })]
    const [idCard = '', elsewhere = '', nobody = ''] = candidates
    await setIdCard(own.code, idCard)
    await setIdCard(other.code, elsewhere)
    const look = async (scanned: string) =>
      (await supervisor.post(LOOK, { stuCode: scanned, scanTime: instant() })).body
    expect(await look(idCard)).toMatchObject({
      code: 0,
      verified: '0',
      data: { stuCode: own.code },
    })
    expect(JSON.stringify(await look(idCard))).not.toContain(idCard)
    expect(await look(elsewhere)).toEqual({
      code: -1,
      msg: '该学生不住在您管理的楼栋，请到海棠苑1号楼登记',
    })
    expect(await look(nobody)).toEqual({ code: -1, msg: '没有找到该学生' })
    const log = await backend.db
      .selectFrom('office_log')
      .select(['staff_code', 'about'])
      .where('action', '=', 'checkin.findByIdCard')
      .orderBy('at')
      .execute()
    expect(log.map(({ staff_code, about }) => `${staff_code} ${about}`)).toEqual([
      `T2001 student:${own.code}`,
      `T2001 student:${own.code}`,
      `T2001 student:${other.code}`,
    ])
    // An ID number cannot confirm an arrival, so that no item in a phone's outbox contains one.
    expect(await add(idCard)).toMatchObject({ code: -1 })
  })

  test('ID numbers cannot be guessed: after five unknown ones a supervisor must wait [D-15]', async () => {
    const guesser = await colleague('T2009', [OWN])
    const { code } = await passHolder()
    await setIdCard(code, candidates[999] ?? '')
    const statuses: number[] = []
    for (const scanned of candidates.slice(500, 507))
      statuses.push((await guesser.post(LOOK, { stuCode: scanned })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await guesser.post(LOOK, { stuCode: candidates[999] })).status).toBe(429)
    expect((await guesser.post(LOOK, { stuCode: code })).status).toBe(200)
  })

  test('mistyped numbers of a few digits do not use up the limit for ID numbers, and passports of any form are found [D-15]', async () => {
    const careless = await colleague('T2010', [OWN])
    const [own, other] = [await passHolder(), await passHolder()]
    await backend.db
      .updateTable('student')
      .set({ id_type: 'passport', id_card: '7654321' })
      .where('code', '=', own.code)
      .execute()
    await backend.db
      .updateTable('student')
      .set({ id_type: 'passport', id_card: 'ABCDEFG' })
      .where('code', '=', other.code)
      .execute()
    const look = async (stuCode: string) => (await careless.post(LOOK, { stuCode })).body
    for (let number = 20_269_990; number < 20_269_998; number += 1)
      expect(await look(String(number))).toEqual({ code: -1, msg: '没有找到该学生' })
    expect(await look('7654321')).toMatchObject({ code: 0, data: { stuCode: own.code } })
    expect(await look('abcdefg')).toMatchObject({ code: 0, data: { stuCode: other.code } })
  })
})

describe('the students of a supervisor', () => {
  test('students and staff of other posts are refused the list, roster, lookup, confirmation and deletion of arrivals [SCN-09]', async () => {
    for (const number of ['990002', 'T1001', 'T3001']) {
      const somebody = await backend.signInAs(number)
      for (const path of [LIST, ROSTER, LOOK, ADD, DELETE]) {
        const { status, body } = await somebody.post(path, {
          ...(path === ADD && { stuCode: 'S990002' }),
        })
        expect([number, path, status, body.code, body.data]).toEqual([
          number,
          path,
          403,
          '403',
          undefined,
        ])
      }
    }
  })

  test('a supervisor cannot confirm, look up, list or reverse the arrival of a student of another building; the message names the building, and the student’s name only for a pass [SCN-09]', async () => {
    const { code, show } = await passHolder({ building: '海棠苑9号楼' })
    const homeless = await passHolder({ building: null })
    for (const [scanned, says] of [
      [await show(), '测试生不住在您管理的楼栋，请到海棠苑9号楼登记'],
      [code, '该学生不住在您管理的楼栋，请到海棠苑9号楼登记'],
      [homeless.code, '该学生还没有分配宿舍'],
    ] as const) {
      expect(await add(scanned)).toEqual({ code: -1, msg: says })
      expect(
        (await supervisor.post(LOOK, { stuCode: scanned, scanTime: instant() })).body,
      ).not.toHaveProperty('data')
    }
    const neighbour = await colleague('T2003', ['海棠苑9号楼'])
    expect(await add(await show(), neighbour)).toEqual(DONE)
    const [row] = await arrivalsOf(code)
    expect(
      (await supervisor.post(LIST)).body.data.map(({ id }: { id: string }) => id),
    ).not.toContain(row?.id)
    expect((await supervisor.post(DELETE, { id: row?.id })).body).toMatchObject({ code: -1 })
    expect((await neighbour.post(LIST)).body.data).toHaveLength(1)
  })

  test('a withdrawn student, or a student whose admission was revoked, is refused, and the roster says so [SCN-09]', async () => {
    const [gone, back] = [await passHolder(), await passHolder()]
    const change = (code: string, to: object) =>
      backend.db.updateTable('student').set(to).where('code', '=', code).execute()
    await change(gone.code, { withdrawn_at: backend.clock.now() })
    await change(back.code, { checked_in_at: null })
    expect(await add(await gone.show())).toEqual({ code: -1, msg: '该学生已退学，不能登记' })
    expect(await add(await back.show())).toEqual({
      code: -1,
      msg: '该学生还没有通过报到资格审核，请先到报到处',
    })
    const { students } = (await supervisor.post(ROSTER)).body.data
    const barred = (code: string) =>
      students.find(({ stuCode }: { stuCode: string }) => stuCode === code).barred
    expect([barred(gone.code), barred(back.code)]).toEqual(['withdrawn', 'not-admitted'])
    expect(await arrivalsOf(gone.code)).toEqual([])
    await change(back.code, { checked_in_at: backend.clock.now() })
    expect(await add(await back.show())).toEqual(DONE)
  })

  test('an arrival is reversed with a reason by the supervisor who confirmed it, and by no other supervisor [SCN-06 D-98]', async () => {
    const { code } = await passHolder()
    const friend = await colleague('T2007', [OWN])
    expect(await add(code, friend)).toEqual(DONE)
    const [row] = await arrivalsOf(code)
    expect((await supervisor.post(DELETE, { id: row?.id, reason: '不是我' })).body).toEqual({
      code: -1,
      msg: expect.stringContaining('请由本人或宿管科撤销'),
    })
    expect((await friend.post(DELETE, { id: row?.id, reason: '扫错了人' })).body).toEqual({
      code: 0,
    })
    expect(await arrivalsOf(code)).toMatchObject([
      { removed_by: 'T2007', removed_reason: '扫错了人' },
    ])
  })

  test('a supervisor without buildings has an empty roster', async () => {
    const nowhere = await colleague('T2004', [])
    const { code } = await passHolder()
    expect(await add(code, nowhere)).toEqual({
      code: -1,
      msg: '尚未为您分配楼栋，请联系管理员',
    })
    expect((await nowhere.post(ROSTER)).body.data.students).toEqual([])
    await add(code)
    const [row] = await arrivalsOf(code)
    expect((await nowhere.post(LIST)).body.data).toEqual([])
    expect((await nowhere.post(DELETE, { id: row?.id })).body).toMatchObject({ code: -1 })
  })

  test('the roster has the residents, their arrivals, passes and keys, and the demo campus has at least 50 students to scan [D-30]', async () => {
    const { body } = await supervisor.post(ROSTER)
    const { students, keys } = body.data
    expect(new Set(students.map(({ dormName }: { dormName: string }) => dormName))).toEqual(
      new Set([OWN, '紫荆苑4号楼']),
    )
    const finished = students.find(({ stuCode }: { stuCode: string }) => stuCode === 'S990002')
    expect(finished).toEqual({
      stuCode: 'S990002',
      // The demo student has consented to a photo.
      face: expect.stringMatching(/^[0-9a-f]{16}$/),
      passId: expect.stringMatching(/^[\w-]{11}$/),
      stuNum: '990002',
      name: '李明轩',
      dormName: OWN,
      dormno: '412',
      bedID: '2',
      isEnter: '0',
      stuClass: expect.any(String),
      pinyin: 'li ming xuan',
    })
    expect(keys[0]).toEqual({
      kid: expect.stringMatching(/^[0-9a-f]{8}$/),
      point: expect.stringMatching(/^[\w-]{87}$/),
    })
    expect(
      students.filter(({ isEnter }: { isEnter: string }) => isEnter === '0').length,
    ).toBeGreaterThanOrEqual(60)
    expect(JSON.stringify(body)).not.toMatch(/\d{17}[\dX]/)
    expect(new Set(students.map(({ passId }: { passId: string }) => passId)).size).toBe(
      students.length,
    )
  })

  test('a name is searched in pinyin as people type it: ü as v, and other scripts unchanged', () => {
    expect([toPinyin('吕绿'), toPinyin('Anna 王')]).toEqual([
      'lv lv',
      expect.stringMatching(/^anna.*wang$/),
    ])
  })

  test('a lookup shows whose pass was scanned before anything is confirmed [D-98]', async () => {
    const { code, show } = await passHolder()
    const look = async (scanned: string) =>
      (await supervisor.post(LOOK, { stuCode: scanned, scanTime: instant() })).body
    expect(await look(await show())).toMatchObject({
      code: 0,
      verified: '1',
      data: { stuCode: code, isEnter: '0' },
    })
    expect(await look(code)).toMatchObject({ code: 0, verified: '0', data: { stuCode: code } })
    expect(await look('990999')).toEqual({ code: -1, msg: '没有找到该学生' })
    expect(await arrivalsOf(code)).toEqual([])
  })
})

test('a small photo is served only to supervisors of the building, and only for expected students who consented', async () => {
  const [who, plain] = [await enrolSignedInStudent(backend), await enrolSignedInStudent(backend)]
  for (const { subject } of [who, plain]) await giveBed(subject, OWN)
  const noise = sharp({
    create: {
      width: 900,
      height: 1200,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
  const photo = (await noise.jpeg().toBuffer()).toString('base64')
  const signed = { authorization: who.token }
  const upload = () =>
    backend.post(
      '/stuphoto/verifyStuPhoto',
      { stuCode: who.subject, base64Photo: photo },
      { authorization: who.token },
    )
  await upload()
  const named = async (code: string): Promise<string | undefined> =>
    (await supervisor.post(ROSTER)).body.data.students.find(
      ({ stuCode }: { stuCode: string }) => stuCode === code,
    ).face
  const readPhotos = async (asked: SignedInUser, photoKey: string) =>
    (await asked.post(PHOTOS_PATH, { faces: [photoKey] })).body
  const photoKey = (await named(who.subject)) ?? ''
  expect([photoKey, await named(plain.subject)]).toEqual([
    expect.stringMatching(/^[0-9a-f]{16}$/),
    undefined,
  ])
  const { code, data } = await readPhotos(supervisor, photoKey)
  expect([code, data.length, data[0].face]).toEqual([0, 1, photoKey])
  const small = Buffer.from(data[0].jpeg, 'base64')
  expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 96, height: 128 })
  // Noise is the picture that compresses worst.
  expect(small.byteLength).toBeLessThanOrEqual(4096)
  expect((await readPhotos(supervisor, photoKey)).data).toEqual(data)

  const elsewhere = await colleague('T2095', ['丁香苑1号楼'])
  expect((await readPhotos(elsewhere, photoKey)).data).toEqual([])
  expect(
    (await (await backend.signInAs('T3001')).post(PHOTOS_PATH, { faces: [photoKey] })).status,
  ).toBe(403)
  expect((await backend.post(PHOTOS_PATH, { faces: [photoKey] }, signed)).status).toBe(403)
  expect((await backend.post(PHOTOS_PATH, { faces: [photoKey] })).status).toBe(401)

  await backend.post('/api/photo/takeBack', {}, signed)
  expect([await named(who.subject), (await readPhotos(supervisor, photoKey)).data]).toEqual([
    undefined,
    [],
  ])
  await backend.post('/api/photo/agree', {}, signed)
  await upload()
  const next = (await named(who.subject)) ?? ''
  expect(next).not.toBe(photoKey)
  expect((await readPhotos(supervisor, next)).data).toHaveLength(1)

  const { db, clock } = backend
  await db
    .updateTable('student')
    .set({ checked_in_at: clock.now() })
    .where('code', '=', who.subject)
    .execute()
  const withdrawn = (at: Date | null) =>
    db.updateTable('student').set({ withdrawn_at: at }).where('code', '=', who.subject).execute()
  await withdrawn(clock.now())
  expect([await named(who.subject), (await readPhotos(supervisor, next)).data]).toEqual([
    undefined,
    [],
  ])
  await withdrawn(null)
  expect(await named(who.subject)).toBe(next)
  expect(await add(who.subject)).toEqual(DONE)
  expect([await named(who.subject), (await readPhotos(supervisor, next)).data]).toEqual([
    undefined,
    [],
  ])
})
