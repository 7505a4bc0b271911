import fc from 'fast-check'
import { encode } from 'uqr'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromBase45, toBase45 } from '#contract/base45'
import { fromBase64url, concatBytes, toBase64url } from '#contract/bytes'
import {
  MAX_PASS_CREDENTIAL_LIFETIME_MS,
  isPassText,
  isSealedScanText,
  PASS_PROOF_INTERVAL_MS,
  readCredential,
  readPass,
  formatPass,
} from '#contract/checkin-pass'
import {
  checkCredential,
  checkProof,
  createConfirmationIdempotencyKey,
  isPublicKey,
  isWebCryptoAvailable,
  MAX_CLOCK_SKEW_MS,
} from '#contract/checkin-pass-check'
import {
  passIdOf,
  createPassKeyPair,
  createPassIssuer,
  createSignedPassText,
  type PassKeyPair,
  type PassIssuer,
} from '../support/offline/pass-keys.ts'
import { propertyParameters } from '../support/properties/property-parameters.ts'

const NOW = Date.parse('2026-09-01T02:00:00Z')

let university: PassIssuer
let phone: PassKeyPair
let credential: Uint8Array<ArrayBuffer>
let text: string

beforeAll(async () => {
  university = await createPassIssuer()
  phone = await createPassKeyPair()
  credential = await university.issue(phone, { id: passIdOf(7), at: NOW })
  text = await createSignedPassText(phone, { credential, at: NOW })
})

/** Run all checks that a scanner makes of a pass. Returns 'good' or the first problem. */
async function checkCode(
  scanned: string,
  { at = NOW, keys = [university.key] } = {},
): Promise<string> {
  const pass = readPass(scanned)
  if (pass === undefined) return 'unreadable'
  const said = await checkCredential(pass.credential, { keys, at })
  return said === 'good' ? checkProof(pass, { at }) : said
}

describe('the text of a check-in pass', () => {
  test('a pass fits a QR code of version 9, which is readable at 256 pixels with four pixels a module [D-30]', () => {
    expect(text).toHaveLength(329)
    expect(text).toMatch(/^BD:[0-9A-Z $%*+\-./:]+$/)
    const { version, size } = encode(text, { ecc: 'L', boostEcc: false, border: 4 })
    expect([version, size]).toEqual([9, 61])
    expect(Math.floor(256 / size)).toBe(4)
  })

  test('the text of a pass does not end with a blank, so trimming does not damage it', () => {
    const bytes = fc.uint8Array({ minLength: 217, maxLength: 217 })
    const isTrimmed = (one: Uint8Array) => toBase45(one).trimEnd() === toBase45(one)
    fc.assert(fc.property(bytes, isTrimmed), propertyParameters(100))
  })

  test('base45 and base64url round-trip, and each value has only one spelling', () => {
    expect(toBase45(new TextEncoder().encode('Hello!!'))).toBe('%69 VD92EX0')
    expect(toBase45(new TextEncoder().encode('ietf!'))).toBe('QED8WEX0')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect([...(fromBase45(toBase45(bytes)) ?? [])]).toEqual([...bytes])
        expect([...(fromBase64url(toBase64url(bytes)) ?? [])]).toEqual([...bytes])
      }),
      propertyParameters(100),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (said) => {
        const [short, web] = [fromBase45(said), fromBase64url(said)]
        if (short !== undefined) expect(toBase45(short)).toBe(said)
        if (web !== undefined) expect(toBase64url(web)).toBe(said)
      }),
      propertyParameters(100),
    )
    for (const wrong of [':::', '::', 'A', 'abc', 'GGW']) expect(fromBase45(wrong)).toBeUndefined()
  })

  test('a pass contains nothing about the person, and decodes to what was encoded [D-30]', () => {
    const pass = readPass(text)
    expect(pass?.credential).toMatchObject({
      key: university.key.id,
      id: toBase64url(passIdOf(7)),
      expires: NOW + MAX_PASS_CREDENTIAL_LIFETIME_MS,
    })
    expect(pass?.credential.phone).toEqual(phone.point)
    expect(pass?.proof).toMatchObject({ time: NOW, counter: 1 })
  })

  test('a text of another length, version or prefix is not a pass', () => {
    const bytes = fromBase45(text.slice(3)) ?? new Uint8Array()
    for (const wrong of [
      '',
      'BD:',
      text.slice(0, -1),
      text.slice(0, -2),
      `${text}0`,
      `${text}00`,
      `${text}000`,
      text.slice(3),
      ` ${text}`,
    ])
      expect(readPass(wrong)).toBeUndefined()
    expect(readPass(text.toLowerCase())).toBeUndefined()
    expect(
      readPass(
        formatPass(concatBytes(Uint8Array.of(2), bytes.subarray(1, 145)), bytes.subarray(145)),
      ),
    ).toBeUndefined()
    expect(isPassText('S990002')).toBe(false)
    expect(readCredential(bytes.slice(0, 145))).toBeDefined()
    expect(readCredential(bytes.slice(0, 144))).toBeUndefined()
    expect(['BDS:x', text, 'x BDS:'].map(isSealedScanText)).toEqual([true, false, false])
  })
})

describe('genuine check-in passes', () => {
  test('a fresh pass shown by the phone to which it was issued is genuine [SCN-10]', async () => {
    expect(await checkCode(text)).toBe('good')
  })

  test('a pass with any bit flipped is never genuine [security 9]', async () => {
    const bytes = fromBase45(text.slice(3)) ?? new Uint8Array()
    const bits = fc.uniqueArray(fc.nat(bytes.length * 8 - 1), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(bits, async (turned) => {
        const changed = bytes.slice()
        for (const bit of turned) changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(await checkCode(formatPass(changed.slice(0, 145), changed.slice(145)))).not.toBe(
          'good',
        )
      }),
      propertyParameters(400),
    )
  })

  test('a pass with any letter changed, left out, doubled or moved is never genuine [security 9]', async () => {
    const letter = fc.constantFrom(
      ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:abcÄ码'),
    )
    const change = fc.tuple(
      fc.nat(text.length - 1),
      letter,
      fc.constantFrom('put', 'leave out', 'double', 'move'),
    )
    await fc.assert(
      fc.asyncProperty(change, async ([at, other, how]) => {
        const [before, here, after] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)]
        const changed = {
          put: before + other + after,
          'leave out': before + after,
          double: before + here + here + after,
          move: after + before + here,
        }[how]
        if (changed !== text) expect(await checkCode(changed ?? '')).not.toBe('good')
      }),
      propertyParameters(300),
    )
  })

  test('a pass signed with a forger’s key is not genuine, under the forger’s key id or the university’s [security 9]', async () => {
    const forger = await createPassIssuer()
    const poser = await createPassIssuer({ posingAs: university.key })
    const by = async (who: PassIssuer) =>
      checkCode(
        await createSignedPassText(phone, {
          credential: await who.issue(phone, { id: passIdOf(7), at: NOW }),
          at: NOW,
        }),
      )
    expect([await by(forger), await by(poser)]).toEqual(['unknown-key', 'forged'])
  })

  test('a genuine credential with a proof of another student or another phone is refused [security 9]', async () => {
    const other = await createPassKeyPair()
    const theirs = await university.issue(other, { id: passIdOf(8), at: NOW })
    const proof =
      fromBase45(
        (await createSignedPassText(other, { credential: theirs, at: NOW })).slice(3),
      )?.slice(145) ?? new Uint8Array()
    expect(await checkCode(formatPass(credential, proof))).toBe('forged')
    expect(await checkCode(await createSignedPassText(other, { credential, at: NOW }))).toBe(
      'forged',
    )
    // Two students use the same phone: a proof for one student's pass is invalid for the other's.
    const both = await university.issue(phone, { id: passIdOf(8), at: NOW })
    const mine = fromBase45(text.slice(3))?.slice(145) ?? new Uint8Array()
    expect(await checkCode(formatPass(both, mine))).toBe('forged')
  })

  test('a credential expires to the second, and a proof after 30 seconds plus the allowed clock skew', async () => {
    const late = NOW + MAX_PASS_CREDENTIAL_LIFETIME_MS
    expect(
      await checkCode(await createSignedPassText(phone, { credential, at: late }), { at: late }),
    ).toBe('good')
    expect(
      await checkCode(await createSignedPassText(phone, { credential, at: late + 1000 }), {
        at: late + 1000,
      }),
    ).toBe('expired')
    const after = (ms: number) => checkCode(text, { at: NOW + ms })
    expect(await after(PASS_PROOF_INTERVAL_MS)).toBe('good')
    expect(await after(PASS_PROOF_INTERVAL_MS + MAX_CLOCK_SKEW_MS)).toBe('good')
    expect(await after(PASS_PROOF_INTERVAL_MS + MAX_CLOCK_SKEW_MS + 1)).toBe('old')
    expect(await after(-MAX_CLOCK_SKEW_MS)).toBe('good')
    expect(await after(-MAX_CLOCK_SKEW_MS - 1)).toBe('early')
  })

  test('a pass signed by an earlier university key can still be verified', async () => {
    const newer = await createPassIssuer()
    expect(await checkCode(text, { keys: [newer.key, university.key] })).toBe('good')
    expect(await checkCode(text, { keys: [newer.key] })).toBe('unknown-key')
  })

  test('a key of the roster that is no key verifies nothing', async () => {
    for (const point of ['not base64url', toBase64url(new Uint8Array(65))])
      expect(await checkCode(text, { keys: [{ ...university.key, point }] })).toBe('forged')
  })

  test('a browser outside of a secure context has no Web Crypto', () => {
    const { crypto: available } = globalThis
    const offer = (value: unknown) =>
      Object.defineProperty(globalThis, 'crypto', { value, configurable: true, writable: true })
    try {
      expect(isWebCryptoAvailable()).toBe(true)
      offer({})
      expect(isWebCryptoAvailable()).toBe(false)
      offer(undefined)
      expect(isWebCryptoAvailable()).toBe(false)
    } finally {
      offer(available)
    }
  })

  test('a key that is not a point of the curve is refused', async () => {
    expect(await isPublicKey(phone.point)).toBe(true)
    expect(await isPublicKey(phone.point.slice(1))).toBe(false)
    expect(await isPublicKey(new Uint8Array(64))).toBe(false)
    expect(await isPublicKey(phone.point.map((byte, at) => (at === 5 ? byte ^ 1 : byte)))).toBe(
      false,
    )
  })
})

test('a scan’s idempotency key is the same for the same scan, and different for any other scan [D-98]', async () => {
  const scan = { scanned: text, at: '2026-09-01T02:00:00.000Z' }
  const key = await createConfirmationIdempotencyKey(scan)
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await createConfirmationIdempotencyKey({ ...scan })).toBe(key)
  expect(
    await createConfirmationIdempotencyKey({ ...scan, at: '2026-09-01T02:00:01.000Z' }),
  ).not.toBe(key)
  // A phone of another release makes the same key for the same scan.
  expect(await createConfirmationIdempotencyKey({ ...scan, scanned: 'S990002' })).toBe(
    '9e202705-86b9-83d3-8075-7695f82f292b',
  )
})
