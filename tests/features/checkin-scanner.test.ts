import { beforeAll, describe, expect, test, vi } from 'vitest'
import { groupByFloor, countRoster } from '#app/features/checkin/roster/roster-counts.ts'
import type { ScanResult } from '#app/features/checkin/scanner/check-scan.ts'
import { checkScan } from '#app/features/checkin/scanner/check-scan.ts'
import { createClockMonitor } from '#app/features/checkin/scanner/clock-monitor.ts'
import { createPassReplayGuard } from '#app/features/checkin/scanner/replay-guard.ts'
import { playScanResultSignal } from '#app/features/checkin/scanner/result-signals.ts'
import { describeScanResult } from '#app/features/checkin/scanner/scan-result-view.ts'
import { createScanner } from '#app/features/checkin/scanner/scanner.ts'
import { toBase64url } from '#contract/bytes'
import type { ArrivalBlockReason, DormResident, Roster } from '#contract/checkin'
import {
  passIdOf,
  createPassKeyPair,
  createPassIssuer,
  createSignedPassText,
  type PassKeyPair,
  type PassIssuer,
} from '../support/offline/pass-keys.ts'

const AT = Date.parse('2026-09-01T02:00:00Z')
const OPEN = {
  className: '计算机1班',
  pinyin: undefined,
  barred: undefined,
  arrival: undefined,
  confirmedBy: undefined,
  face: undefined,
  keyAt: undefined,
  keyBy: undefined,
}
const BUILDING = { building: '海棠苑3栋', bed: '1', arrived: false, ...OPEN }

let university: PassIssuer
let phones: PassKeyPair[]
let credentials: Uint8Array<ArrayBuffer>[]
let roster: Roster

/**
 * 300 residents. Tests can issue codes for numbers 0 to 3; the pass of number 3 is not on the
 * roster.
 */
beforeAll(async () => {
  university = await createPassIssuer()
  phones = [
    await createPassKeyPair(),
    await createPassKeyPair(),
    await createPassKeyPair(),
    await createPassKeyPair(),
  ]
  credentials = await Promise.all(
    phones.map((phone, number) => university.issue(phone, { id: passIdOf(number), at: AT })),
  )
  const residents = Array.from({ length: 300 }, (_, number): DormResident => {
    const named = {
      student: `S${number}`,
      number: String(990_000 + number),
      name: `学生${number}`,
      room: String(400 + number),
    }
    return { ...BUILDING, ...named, pass: number === 3 ? 'nobody' : toBase64url(passIdOf(number)) }
  })
  roster = {
    residents,
    keys: [university.key],
    revoked: undefined,
    scanKey: undefined,
    recordsKeys: undefined,
  }
})

const code = (number: number, { at = AT, counter = 1, by = number } = {}) => {
  const [phone, credential] = [phones[by], credentials[number]]
  if (phone === undefined || credential === undefined) throw new Error('no such phone')
  return createSignedPassText(phone, { credential, at, counter })
}
const door = (over: Partial<Roster> = {}) => ({
  roster: { ...roster, ...over },
  waiting: [],
  delivered: [],
  at: AT,
})
const resident = (number: number) => roster.residents[number]

/** A fake of a phone's `localStorage`. */
const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  }
}
const freshScanner = () => createScanner(createPassReplayGuard(storage()))

describe('the offline check of a scanned code', () => {
  test('a genuine code resolves to its student and to the scan that can be confirmed [SCN-10]', async () => {
    const scanned = await code(1)
    expect(await checkScan(scanned, door())).toEqual({
      type: 'genuine',
      resident: resident(1),
      scan: {
        scanned,
        at: new Date(AT).toISOString(),
        shown: { name: '学生1', number: '990001', building: '海棠苑3栋', room: '401' },
      },
    })
  })

  test('a code is refused as a screenshot, as expired or for a wrong clock, and the student is shown with the reason [security 9]', async () => {
    const said = async (at: number, made = AT) =>
      checkScan(await code(1, { at: made }), { ...door(), at })
    expect(await said(AT + 61_000)).toEqual({
      type: 'stale',
      why: 'screenshot',
      resident: resident(1),
    })
    expect(await said(AT - 31_000)).toEqual({ type: 'stale', why: 'clock', resident: resident(1) })
    const week = AT + 7 * 86_400_000 + 1000
    expect(await said(week, week)).toEqual({ type: 'stale', why: 'expired', resident: resident(1) })
  })

  test('a code of a phone whose pass is on the day’s revocation list is refused as revoked [D-30]', async () => {
    const [phone] = phones
    const revoked = [toBase64url(phone?.point ?? new Uint8Array())]
    expect(await checkScan(await code(0), door({ revoked }))).toMatchObject({
      type: 'stale',
      why: 'revoked',
      resident: { student: 'S0' },
    })
    expect((await checkScan(await code(1), door({ revoked }))).type).toBe('genuine')
  })

  test('a forged code is refused as signed by a wrong issuer, by another phone, or under an unknown key [security 9]', async () => {
    const forger = await createPassIssuer({ posingAs: university.key })
    const [phone] = phones
    if (phone === undefined) throw new Error('no phone')
    const forged = await createSignedPassText(phone, {
      credential: await forger.issue(phone, { id: passIdOf(1), at: AT }),
      at: AT,
    })
    expect(await checkScan(forged, door())).toEqual({ type: 'forged', why: 'credential' })
    expect(await checkScan(await code(1, { by: 2 }), door())).toEqual({
      type: 'forged',
      why: 'proof',
    })
    expect(
      await checkScan(await code(1), door({ keys: [(await createPassIssuer()).key] })),
    ).toEqual({
      type: 'forged',
      why: 'key',
    })
  })

  test('a scan distinguishes a genuine pass that is not on the roster, a bare or typed number, an unlisted number and a foreign code', async () => {
    expect(await checkScan(await code(3), door())).toMatchObject({
      type: 'unknown',
      scan: { scanned: expect.stringMatching(/^BD:/) },
    })
    expect(await checkScan('S2', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    expect(await checkScan(' 990002 ', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    expect(await checkScan('s2', door())).toMatchObject({
      type: 'unverified',
      resident: { student: 'S2' },
    })
    const unknownPass = await checkScan('123456', door())
    expect(unknownPass).toMatchObject({ type: 'unlisted', scan: { scanned: '123456' } })
    expect(unknownPass).not.toHaveProperty('resident')
    for (const text of ['', 'https://example.com', 'BD:', 'BD:XYZ', `${await code(1)}0`, '二维码'])
      expect(await checkScan(text, door())).toEqual({ type: 'unreadable' })
  })

  test('a pass is unverified without a roster [D-30]', async () => {
    const checkResult = await checkScan(await code(1), { waiting: [], delivered: [], at: AT })
    expect(checkResult).toMatchObject({ type: 'unverified' })
    // The message for a pass without a roster differs from the one for a number.
    expect(describeScanResult(checkResult, 'zh').text).toContain('这是报到码')
    const number = await checkScan('990001', { ...door(), roster: undefined })
    expect(describeScanResult(number, 'zh').text).toContain('只有号码')
    expect(checkResult).not.toHaveProperty('resident')
  })

  test('a student who has already arrived is recognized from the roster, and from scans that wait on this phone or were delivered from it, by code or number [D-98]', async () => {
    const now = await code(1, { counter: 2 })
    const queue = [{ scanned: await code(1), at: '2026-09-01T01:59:00.000Z' }]
    const arrived = roster.residents.map((one) => ({ ...one, arrived: true }))
    expect(await checkScan(now, door({ residents: arrived }))).toMatchObject({
      type: 'already-in',
      state: 'confirmed',
    })
    expect(await checkScan(now, { ...door(), waiting: queue })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
      at: AT - 60_000,
    })
    expect(await checkScan(now, { ...door(), delivered: queue })).toMatchObject({
      type: 'already-in',
      state: 'confirmed',
    })
    expect(await checkScan('990001', { ...door(), waiting: queue })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
    })
    expect(await checkScan(now, { ...door(), waiting: [{ scanned: 'S1' }] })).toMatchObject({
      type: 'already-in',
      state: 'waiting',
    })
    expect(await checkScan(await code(2), { ...door(), waiting: queue })).toMatchObject({
      type: 'genuine',
    })
  })

  test('a student confirmed earlier can be confirmed again, but not while a scan of that student waits on this phone [D-98]', async () => {
    const [now, at] = [await code(1, { counter: 2 }), new Date(AT).toISOString()]
    const arrived = roster.residents.map((one) => ({ ...one, arrived: true }))
    const shown = { name: '学生1', number: '990001', building: '海棠苑3栋', room: '401' }
    expect(await checkScan(now, door({ residents: arrived }))).toMatchObject({
      scan: { scanned: now, at, shown },
    })
    expect(await checkScan('990001', door({ residents: arrived }))).toMatchObject({
      scan: { scanned: '990001', at, shown },
    })
    expect(await checkScan(now, { ...door(), delivered: [{ scanned: 'S1' }] })).toMatchObject({
      scan: { scanned: now, at },
    })
    expect(await checkScan(now, { ...door(), waiting: [{ scanned: 'S1' }] })).not.toHaveProperty(
      'scan',
    )
  })
})

describe('repeated codes at one scanner', () => {
  const kinds = async (scanner: ReturnType<typeof createScanner>, texts: readonly string[]) => {
    const said: string[] = []
    for (const text of texts) said.push(kindOf(await scanner.check(text, door())))
    return said
  }
  const kindOf = (checkResult: ScanResult) =>
    checkResult.type === 'stale' ? checkResult.why : checkResult.type

  test('when one code is scanned twice, the second scan is reported as a copy [security 9]', async () => {
    const text = await code(1)
    expect(await kinds(freshScanner(), [text, text])).toEqual(['genuine', 'replayed'])
    const both = freshScanner()
    const at = door()
    const said = await Promise.all([both.check(text, at), both.check(text, at)])
    expect(said.map(kindOf).sort()).toEqual(['genuine', 'replayed'])
  })

  test('a code older than the last one scanned from the same phone is reported as a copy; a newer code and another phone’s code are genuine [security 9]', async () => {
    const [old, now, next] = [
      await code(1, { counter: 4 }),
      await code(1, { counter: 5 }),
      await code(1, { counter: 6 }),
    ]
    expect(await kinds(freshScanner(), [now, old, next, await code(2)])).toEqual([
      'genuine',
      'replayed',
      'genuine',
      'genuine',
    ])
  })

  test('a code whose result was closed without a decision can be scanned once more', async () => {
    const scanner = freshScanner()
    const text = await code(1)
    expect(await kinds(scanner, [text])).toEqual(['genuine'])
    scanner.forget(text)
    scanner.forget('990001')
    expect(await kinds(scanner, [text, text])).toEqual(['genuine', 'replayed'])
  })

  test('a forged code is not remembered, so that it does not make the student’s genuine code a copy', async () => {
    const spoilt = await code(1, { by: 2, counter: 9 })
    expect(await kinds(freshScanner(), [spoilt, await code(1)])).toEqual(['forged', 'genuine'])
  })
})

describe('students who may not arrive', () => {
  const barredAt = (number: number, barred: ArrivalBlockReason) => {
    const residents = roster.residents.map((one, at) => (at === number ? { ...one, barred } : one))
    return door({ residents })
  }

  test('a student without the record of an earlier station, or who is not admitted, is barred on this phone, and the scan can still be sent', async () => {
    const corridor = barredAt(1, 'earlier-station')
    for (const scanned of [await code(1), '990001'])
      expect(await checkScan(scanned, corridor)).toMatchObject({
        type: 'barred',
        why: 'earlier-station',
        resident: { student: 'S1' },
        scan: { scanned },
      })
    expect(await checkScan('990001', barredAt(1, 'not-admitted'))).toMatchObject({
      type: 'barred',
      scan: { scanned: '990001' },
    })
    expect(await checkScan('990001', barredAt(1, 'withdrawn'))).not.toHaveProperty('scan')
  })

  test('an ID number is told from the number of a student by its form', async () => {
    const typeOf = async (number: string, on = door()) => (await checkScan(number, on)).type
    for (const number of ['11010119800101007x', '110101800101007', 'H1234567801', 'E12345678'])
      expect([number, await typeOf(number)]).toEqual([number, 'id-number'])
    for (const number of ['12345678', '123456789', '1234567890', 'ABCDEFGH', '1'.repeat(14)])
      expect([number, await typeOf(number)]).toEqual([number, 'unlisted'])
    // The students of this campus have letters in their numbers.
    const residents = roster.residents.map((one, at) => (at === 5 ? { ...one, number: 'A5' } : one))
    expect(await typeOf('E12345678', door({ residents }))).toBe('unlisted')
    expect(await typeOf('11010119800101007X', door({ residents }))).toBe('id-number')
    expect(await typeOf('E12345678', { ...door(), roster: undefined } as never)).toBe('unverified')
    expect(await typeOf('1'.repeat(33))).toBe('unreadable')
  })

  test('blanks around a code do not matter, and a waiting scan without its time has none', async () => {
    const scanned = await code(1)
    expect((await checkScan(` ${scanned}\n`, door())).type).toBe('genuine')
    expect(await checkScan('990001', { ...door(), waiting: [{ scanned }] })).toEqual({
      type: 'already-in',
      resident: resident(1),
      state: 'waiting',
    })
    expect(await checkScan('990001', { ...door(), waiting: [{ scanned: '123' }] })).toMatchObject({
      type: 'unverified',
    })
  })

  test('a withdrawn student’s genuine code and number are refused [SCN-09]', async () => {
    const corridor = barredAt(1, 'withdrawn')
    for (const text of [await code(1), '990001', 'S1']) {
      const checkResult = await checkScan(text, corridor)
      expect(checkResult).toMatchObject({ type: 'barred', why: 'withdrawn' })
      expect(checkResult).not.toHaveProperty('scan')
    }
  })

  test('a student whose admission was revoked is refused, unless the code was issued after the list was read [SCN-09]', async () => {
    const corridor = barredAt(1, 'not-admitted')
    expect(await checkScan(await code(1), { ...corridor, readAt: AT + 1000 })).toMatchObject({
      type: 'barred',
      why: 'not-admitted',
    })
    const earlier = await checkScan(await code(1), { ...corridor, readAt: AT - 3_600_000 })
    expect(earlier.type).toBe('genuine')
  })
})

describe('a typed number', () => {
  test('a typed number is found despite spaces, full-width digits or lower case', async () => {
    for (const text of [' 990 002 ', '９９０００２', '990\u200b002', 's2'])
      expect(await checkScan(text, door())).toMatchObject({
        type: 'unverified',
        resident: { student: 'S2' },
      })
  })

  test('a typed number that is not on the list is reported as unlisted; without a list it is unverified', async () => {
    expect(await checkScan('123 456', door())).toMatchObject({
      type: 'unlisted',
      number: '123456',
      scan: { scanned: '123456' },
    })
    expect((await checkScan('123456', { ...door(), roster: undefined })).type).toBe('unverified')
  })

  test('a typed ID number is not looked up on the phone and cannot be confirmed', async () => {
    expect(await checkScan('110105 19491231 002x', door())).toEqual({
      type: 'id-number',
      number: '11010519491231002x',
      at: new Date(AT).toISOString(),
    })
    // An exam number can have the 15 digits of an old ID number.
    const residents = roster.residents.map((one, at) =>
      at === 5 ? { ...one, number: '110105491231002' } : one,
    )
    expect(await checkScan('110105491231002', door({ residents }))).toMatchObject({
      type: 'unverified',
      resident: { student: 'S5' },
    })
  })
})

describe('the memory of seen codes', () => {
  test('seen codes survive a restart of the scanner, so that a copy is still recognized [security 9]', async () => {
    const disk = storage()
    const text = await code(1)
    expect((await createScanner(createPassReplayGuard(disk)).check(text, door())).type).toBe(
      'genuine',
    )
    expect(await createScanner(createPassReplayGuard(disk)).check(text, door())).toMatchObject({
      type: 'stale',
      why: 'replayed',
    })
    const later = createScanner(createPassReplayGuard(disk))
    later.forget(text)
    expect((await later.check(text, door())).type).toBe('genuine')
  })

  test('seen codes are remembered while they can still be valid, and longer when the clock was set back', () => {
    const disk = storage()
    let now = AT
    const seen = createPassReplayGuard(disk, () => now)
    seen.record('one', 7)
    now += 599_000
    seen.record('two', 1)
    expect([seen.isReplayed('one', 7), seen.isReplayed('one', 8)]).toEqual([true, false])
    now -= 3_600_000
    seen.record('three', 1)
    expect(seen.isReplayed('one', 7)).toBe(true)
    now += 4_300_000
    seen.record('four', 1)
    expect(seen.isReplayed('one', 7)).toBe(false)
    expect(disk.getItem('seenProofs')).not.toContain('three')
  })
})

describe('the clock of a scanner', () => {
  test('a jump of the wall clock in either direction is detected by the monotonic clock, and reported once', () => {
    let [wall, steady] = [AT, 0]
    const watch = createClockMonitor({ wall: () => wall, steady: () => steady })
    const pass = (ms: number, set = 0) => {
      steady += ms
      wall += ms + set
      return watch.measureJump()
    }
    expect([pass(1000), pass(1000, 40), pass(1000, 3_600_000), pass(1000)]).toEqual([
      0, 0, 3_600_000, 0,
    ])
    expect(pass(1000, -7_200_000)).toBe(-7_200_000)
    // The monotonic clock stands still while the phone is suspended.
    wall += 600_000
    watch.reset()
    expect(pass(1000)).toBe(0)
  })
})

describe('the list of residents by floor', () => {
  const live = (number: number, over: Partial<DormResident>): DormResident => ({
    ...(roster.residents[number] as DormResident),
    ...over,
  })

  test('residents are listed by floor, room and bed with expected students first, and residents confirmed on this phone count as arrived', () => {
    const list: Roster = {
      ...roster,
      keys: [],
      residents: [
        live(10, { room: '1203', arrived: true }),
        live(11, { room: '412', bed: '2' }),
        live(12, { room: '412', bed: '1', arrived: true }),
        live(13, { room: '403' }),
        live(14, { room: '1201' }),
        live(15, { room: 'A' }),
      ],
    }
    const rosterCounts = countRoster(list, {
      waiting: [{ scanned: 'S13' }],
      delivered: [{ scanned: 'S14' }],
    })
    expect(rosterCounts).toMatchObject({ all: 6, arrived: 4, waiting: 1 })
    const told = groupByFloor(list, rosterCounts).map(({ floor, out, residents }) => [
      floor,
      out,
      residents.map(({ room, bed }) => `${room}-${bed}`),
    ])
    expect(told).toEqual([
      ['', 1, ['A-1']],
      ['4', 1, ['412-2', '403-1', '412-1']],
      ['12', 0, ['1201-1', '1203-1']],
    ])
  })
})

test('a scan result vibrates the phone only after somebody has touched the page, or where the browser does not tell', () => {
  const vibrate = vi.fn<Navigator['vibrate']>()
  for (const userActivation of [undefined, { hasBeenActive: true }, { hasBeenActive: false }]) {
    vi.stubGlobal('navigator', { vibrate, userActivation })
    playScanResultSignal('genuine')
  }
  vi.unstubAllGlobals()
  expect(vibrate.mock.calls).toEqual([[60], [60]])
})
