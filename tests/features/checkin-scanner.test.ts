import { beforeAll, describe, expect, test } from 'vitest'
import { createScanner } from '#app/features/checkin/scanner.ts'
import type { Verdict } from '#app/features/checkin/verdict.ts'
import { verdictOf } from '#app/features/checkin/verdict.ts'
import { toBase64url } from '#contract/bytes'
import type { Resident, Roster } from '#contract/checkin'
import {
  idOf,
  newSigner,
  newUniversity,
  shownBy,
  type Signer,
  type University,
} from '../support/passes.ts'

const AT = Date.parse('2026-09-01T02:00:00Z')
const OPEN = { barred: undefined, arrival: undefined, confirmedBy: undefined }
const BUILDING = { building: '海棠苑3栋', bed: '1', arrived: false, ...OPEN }

let university: University
let phones: Signer[]
let credentials: Uint8Array<ArrayBuffer>[]
let roster: Roster

/** 300 residents; the first three have phones. */
beforeAll(async () => {
  university = await newUniversity()
  phones = [await newSigner(), await newSigner(), await newSigner(), await newSigner()]
  credentials = await Promise.all(
    phones.map((phone, number) => university.issue(phone, { id: idOf(number), at: AT })),
  )
  const residents = Array.from({ length: 300 }, (_, number): Resident => {
    const named = {
      student: `S${number}`,
      number: String(990_000 + number),
      name: `学生${number}`,
      room: String(400 + number),
    }
    return { ...BUILDING, ...named, pass: number === 3 ? 'nobody' : toBase64url(idOf(number)) }
  })
  roster = { residents, keys: [university.key] }
})

const code = (number: number, { at = AT, counter = 1, by = number } = {}) => {
  const [phone, credential] = [phones[by], credentials[number]]
  if (phone === undefined || credential === undefined) throw new Error('no such phone')
  return shownBy(phone, { credential, at, counter })
}
const door = (over: Partial<Roster> = {}) => ({
  roster: { ...roster, ...over },
  waiting: [],
  delivered: [],
  at: AT,
})
const resident = (number: number) => roster.residents[number]

describe('what a code is worth at the door, without any network', () => {
  test('genuine: whose it is, with what to confirm [SCN-10]', async () => {
    const scanned = await code(1)
    expect(await verdictOf(scanned, door())).toEqual({
      type: 'genuine',
      resident: resident(1),
      scan: {
        scanned,
        at: new Date(AT).toISOString(),
        shown: { name: '学生1', number: '990001', building: '海棠苑3栋', room: '401' },
      },
    })
  })

  test('a screenshot, an ended credential, a wrong clock: whose it is, and why not [security 9]', async () => {
    const said = async (at: number, made = AT) =>
      verdictOf(await code(1, { at: made }), { ...door(), at })
    expect(await said(AT + 61_000)).toEqual({
      type: 'stale',
      why: 'screenshot',
      resident: resident(1),
    })
    expect(await said(AT - 31_000)).toEqual({ type: 'stale', why: 'clock', resident: resident(1) })
    const week = AT + 7 * 86_400_000 + 1000
    expect(await said(week, week)).toEqual({ type: 'stale', why: 'expired', resident: resident(1) })
  })

  test('forged: by whom it was not signed [security 9]', async () => {
    const forger = await newUniversity({ posingAs: university.key })
    const [phone] = phones
    if (phone === undefined) throw new Error('no phone')
    const forged = await shownBy(phone, {
      credential: await forger.issue(phone, { id: idOf(1), at: AT }),
      at: AT,
    })
    expect(await verdictOf(forged, door())).toEqual({ type: 'forged', why: 'credential' })
    expect(await verdictOf(await code(1, { by: 2 }), door())).toEqual({
      type: 'forged',
      why: 'proof',
    })
    expect(await verdictOf(await code(1), door({ keys: [(await newUniversity()).key] }))).toEqual({
      type: 'forged',
      why: 'key',
    })
  })

  test('a genuine pass of nobody on the roster, a bare number, a number typed, and what is no code at all', async () => {
    expect(await verdictOf(await code(3), door())).toMatchObject({
      type: 'unknown',
      scan: { scanned: expect.stringMatching(/^BD:/) },
    })
    expect(await verdictOf('S2', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    expect(await verdictOf(' 990002 ', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    expect(await verdictOf('s2', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    const stranger = await verdictOf('123456', door())
    expect(stranger).toMatchObject({ type: 'unverified', scan: { scanned: '123456' } })
    expect(stranger).not.toHaveProperty('resident')
    for (const text of ['', 'https://example.com', 'BD:', 'BD:XYZ', `${await code(1)}0`, '二维码'])
      expect(await verdictOf(text, door())).toEqual({ type: 'unreadable' })
  })

  test('without a roster every pass is unverified [D-30]', async () => {
    const verdict = await verdictOf(await code(1), { waiting: [], delivered: [], at: AT })
    expect(verdict).toMatchObject({ type: 'unverified' })
    expect(verdict).not.toHaveProperty('resident')
  })

  test('in already: by the roster, by this phone’s queue, by what it delivered since; however the queue names them [D-98]', async () => {
    const now = await code(1, { counter: 2 })
    const queue = [{ scanned: await code(1), at: '2026-09-01T01:59:00.000Z' }]
    const arrived = roster.residents.map((one) => ({ ...one, arrived: true }))
    expect(await verdictOf(now, door({ residents: arrived }))).toMatchObject({
      type: 'already-in',
      state: 'confirmed',
    })
    expect(await verdictOf(now, { ...door(), waiting: queue })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
      at: AT - 60_000,
    })
    expect(await verdictOf(now, { ...door(), delivered: queue })).toMatchObject({
      type: 'already-in',
      state: 'confirmed',
    })
    expect(await verdictOf('990001', { ...door(), waiting: queue })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
    })
    expect(await verdictOf(now, { ...door(), waiting: [{ scanned: 'S1' }] })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
    })
    expect(await verdictOf(await code(2), { ...door(), waiting: queue })).toMatchObject({
      type: 'genuine',
    })
  })

  test('who was confirmed may have been taken back elsewhere, so they can be confirmed anew; who waits here cannot [D-98]', async () => {
    const [now, at] = [await code(1, { counter: 2 }), new Date(AT).toISOString()]
    const arrived = roster.residents.map((one) => ({ ...one, arrived: true }))
    const shown = { name: '学生1', number: '990001', building: '海棠苑3栋', room: '401' }
    expect(await verdictOf(now, door({ residents: arrived }))).toMatchObject({
      scan: { scanned: now, at, shown },
    })
    expect(await verdictOf('990001', door({ residents: arrived }))).toMatchObject({
      scan: { scanned: '990001', at, shown },
    })
    expect(await verdictOf(now, { ...door(), delivered: [{ scanned: 'S1' }] })).toMatchObject({
      scan: { scanned: now, at },
    })
    expect(await verdictOf(now, { ...door(), waiting: [{ scanned: 'S1' }] })).not.toHaveProperty(
      'scan',
    )
  })
})

describe('a scanner remembers', () => {
  const kinds = async (scanner: ReturnType<typeof createScanner>, texts: readonly string[]) => {
    const said: string[] = []
    for (const text of texts) said.push(kindOf(await scanner.judge(text, door())))
    return said
  }
  const kindOf = (verdict: Verdict) => (verdict.type === 'stale' ? verdict.why : verdict.type)

  test('two phones that show one code: the second is a picture of the first [security 9]', async () => {
    const text = await code(1)
    expect(await kinds(createScanner(), [text, text])).toEqual(['genuine', 'replayed'])
    const both = createScanner()
    const at = door()
    const said = await Promise.all([both.judge(text, at), both.judge(text, at)])
    expect(said.map(kindOf).sort()).toEqual(['genuine', 'replayed'])
  })

  test('an older code of the same phone is one too; a newer one, and another phone’s, are not [security 9]', async () => {
    const [old, now, next] = [
      await code(1, { counter: 4 }),
      await code(1, { counter: 5 }),
      await code(1, { counter: 6 }),
    ]
    expect(await kinds(createScanner(), [now, old, next, await code(2)])).toEqual([
      'genuine',
      'replayed',
      'genuine',
      'genuine',
    ])
  })

  test('closed without a decision, the same code may be shown once more', async () => {
    const scanner = createScanner()
    const text = await code(1)
    expect(await kinds(scanner, [text])).toEqual(['genuine'])
    scanner.letGo(text)
    scanner.letGo('990001')
    expect(await kinds(scanner, [text, text])).toEqual(['genuine', 'replayed'])
  })

  test('what was not genuine is not remembered: nobody can use up another’s code', async () => {
    const spoilt = await code(1, { by: 2, counter: 9 })
    expect(await kinds(createScanner(), [spoilt, await code(1)])).toEqual(['forged', 'genuine'])
  })
})
