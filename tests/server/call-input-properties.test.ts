import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { allCalls } from '#contract/index'
import { type CallerRole, CALLER_ROLES } from '#contract/permissions'
import { demoPeople } from '#server/demo/demo-people'
import { validateBody } from '#server/platform/http/body/validate-body'
import { isIdempotencyKey } from '#server/platform/http/idempotency'
import { isQueuedWrite } from '#server/platform/http/incoming-request'
import { identifiesOnlyCaller } from '#server/platform/http/permissions'
import { type Caller, findCallerByToken } from '#server/platform/sessions/session'
import { type Backend, type SignedInUser, startBackend } from '../support/backend/backend.ts'
import {
  DEMO_USER_BY_ROLE,
  parseTable,
  requestIndexOf,
} from '../support/backend/permissions-table.ts'
import { replaceByKey, findJsonPlaces } from '../support/properties/json-places.ts'
import { manualArbitraries } from '../support/properties/manual-arbitraries.ts'
import { OWN_IDS } from '../support/properties/own-identifiers.ts'
import {
  PROPERTY_TIMEOUT_MS,
  CHECK_MS_PER_PROPERTY,
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  runProperty,
} from '../support/properties/property-run.ts'
import { arbitraryOf } from '../support/properties/schema-arbitrary.ts'

const part = fc.constantFrom(...CALLER_ROLES)

/** The permissions, parsed from permissions.txt. */
const table = parseTable(readFileSync('tests/server/permissions.txt', 'utf8'))
const lettersOf = (by: CallerRole, path: string) =>
  table.get(path)?.split(/ +/)[CALLER_ROLES.indexOf(by) + 1] ?? ''
const may = (by: CallerRole, path: string) => lettersOf(by, path).startsWith('a')

let backend: Backend
const signedIn = new Map<CallerRole, SignedInUser & { readonly caller: Caller }>()
const signIn = async (one: CallerRole) => {
  if (one === 'nobody') return
  const signed = await backend.signInAs(DEMO_USER_BY_ROLE[one])
  const caller = await findCallerByToken(backend.db, signed.token, backend.clock.now())
  if (caller === undefined) throw new Error(`${one} signed in and is nobody`)
  signedIn.set(one, { ...signed, caller })
}
async function openCampus() {
  backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
  for (const one of CALLER_ROLES) await signIn(one)
  await signedIn.get('administrator')?.post('/api/manage/staff/create', {
    code: COLLEAGUE,
    name: '高远',
    department: '信息中心',
    post: '教师',
    phone: '13810010009',
    roles: [],
    buildings: [],
  })
}
// Each property gets its own campus, because in the first property administrators close accounts
// that the second property uses.
beforeEach(openCampus)
afterEach(() => backend.close())

type Headers = Readonly<Record<string, string>>

async function send(
  by: CallerRole,
  path: string,
  body: unknown,
  headers: Headers,
): Promise<Response> {
  const token = signedIn.get(by)?.token
  return backend.fetch(path, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: token }),
    },
    body: JSON.stringify(body),
  })
}

/** Make a call as a signed-in caller, signing in again if an earlier call has ended the session. */
async function ask(by: CallerRole, path: string, body: unknown, headers: Headers = {}) {
  const said = await send(by, path, body, headers)
  if (by === 'nobody' || (said.status !== 401 && !(await isCutOff(said)))) return said
  // If an earlier call locked the caller out or took away their role, a new campus is opened.
  const again =
    said.status === 401 &&
    (await signIn(by).then(
      () => true,
      () => false,
    ))
  if (!again) {
    await backend.close()
    await openCampus()
  }
  return send(by, path, body, headers)
}

// Whether this caller must first choose a password or verify a second factor.
const isCutOff = async (said: Response) =>
  said.status === 403 && 'why' in Object(await said.clone().json())

const HOSTILE = [
  null,
  '',
  ' ',
  '\0',
  -1,
  0,
  1e21,
  9_007_199_254_740_992,
  '９９',
  '١٢',
  '1e9',
  '-0',
  'NaN',
  '2026-02-30',
  '9999-99-99',
  '+275760-09-13',
  "'; drop table student; --",
  '%',
  '\\',
  '\u{d800}',
  '😀'.repeat(300),
  'x'.repeat(20_000),
  '[{"stuCode":',
  '{"__proto__":{"a":1}}',
  true,
  [],
  {},
  [[[[[[]]]]]],
  { stuCode: { stuCode: {} } },
] as const

const COLLEAGUE = 'T1009'

interface Asked {
  readonly call: AnyCall
  readonly by: CallerRole
  readonly body: object
  readonly headers: Headers
}

const bodies = new Map(
  allCalls.map(
    (call) => [call, manualArbitraries.get(call.input) ?? arbitraryOf(call.input.decode)] as const,
  ),
)
const mostly = <T>(one: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: other })

/** Bodies that the call accepts, and the same bodies with one invalid value. */
const bodyOf = (call: AnyCall, by: CallerRole): fc.Arbitrary<object> =>
  fc
    .tuple(
      bodies.get(call) ?? fc.constant({}),
      mostly(fc.constant(true), fc.constant(false)),
      fc.option(fc.tuple(fc.nat(1000), fc.constantFrom(...HOSTILE)), { freq: 2 }),
    )
    .map(([fits, isOneself, change]) => {
      const body: unknown = JSON.parse(JSON.stringify(fits))
      // A call that edits staff gets a colleague who makes no calls in this test. If it changed the
      // role of a caller, the table would no longer say what that caller may do.
      const colleague = call.path.startsWith('/api/manage/staff/') ? COLLEAGUE : undefined
      const said = replaceByKey(body, (key) =>
        key === 'code' && colleague !== undefined
          ? colleague
          : isOneself
            ? OWN_IDS[key]?.(by)
            : undefined,
      )
      const all = findJsonPlaces(said)
      const put = change === null ? undefined : all[change[0] % all.length]
      return Object(put === undefined ? said : put(change?.[1]))
    })

const KEYS = ['a-key-of-a-form-1', 'a-key-of-a-form-2', 'a-key-of-a-form-3']
const BAD_KEYS = ['', 'short', 'x'.repeat(300), '"quoted-key"', 'caf\u00e9-caf\u00e9']
const VERSIONS = [
  '"1"',
  'W/"2"',
  '3',
  '*',
  '',
  '"',
  '-1',
  '1e9',
  '9007199254740993',
  'x'.repeat(5000),
]
const LANGUAGES = ['en', 'zh-TW', 'fr-CH, en;q=0.8', '*', ';;,,;q=', 'x'.repeat(2000)]
const headers: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        'idempotency-key': mostly(fc.constantFrom(...KEYS), fc.constantFrom(...BAD_KEYS)),
        'if-match': fc.constantFrom(...VERSIONS),
        'accept-language': fc.constantFrom(...LANGUAGES),
      },
      { requiredKeys: [] },
    ),
  },
)

// A caller without permission is refused before any other check, so most requests are made by a
// caller with permission.
const asked: fc.Arbitrary<Asked> = fc.constantFrom(...allCalls).chain((call) =>
  mostly(fc.constantFrom(...CALLER_ROLES.filter((one) => may(one, call.path))), part).chain((by) =>
    fc.record({
      call: fc.constant(call),
      by: fc.constant(by),
      body: bodyOf(call, by),
      headers,
    }),
  ),
)

const NOBODY: Caller = { role: 'nobody' }

/**
 * The stage at which the guards refuse such a request, or 'a handler'. The other property tests
 * which callers the guards admit.
 */
function reaches({ call, by, body, headers }: Asked) {
  const key = headers['idempotency-key']
  if (isQueuedWrite(call) && key !== undefined && !isIdempotencyKey(key)) return 'a bad key'
  if (!may(by, call.path)) return by === 'nobody' ? 'not signed in' : 'another part'
  const sent = { ...body }
  if (!identifiesOnlyCaller(call, signedIn.get(by)?.caller ?? NOBODY, sent))
    return 'about somebody else'
  return validateBody(call, sent, 'zh').type === 'ok' ? 'a handler' : 'not understood'
}

/** The expected statuses at each stage. */
const ANSWERS: Readonly<Record<Exclude<ReturnType<typeof reaches>, 'a handler'>, number>> = {
  'a bad key': 400,
  'not signed in': 401,
  'another part': 403,
  'about somebody else': 403,
  'not understood': 422,
}

test(
  'every call with any input by any caller is answered without an internal error, and nothing personal is logged [D-114 XC-13]',
  async () => {
    const tellers = demoPeople.flatMap(({ number, secret }) => [number, secret])
    const counts: Record<string, number> = {}
    await runProperty<Asked>({
      name: 'inputs',
      runs: asked,
      describeRun: ({ call, by, body, headers }) => [
        formatTraceRow({
          type: call.path,
          by,
          body: JSON.stringify(body),
          headers: JSON.stringify(headers),
        }),
      ],
      check: async (one, { recordEvent, recordTrace }) => {
        const { call, by, body, headers } = one
        const [{ logLines }, before] = [backend, backend.logLines.length]
        const said = await ask(by, call.path, body, headers)
        const { status } = said
        const far = reaches(one)
        const isWell = status === 200 && call.rule.isSuccess(Object(await said.json()))
        const state = `${far}: ${status}${isWell ? ' and well' : ''}`
        recordEvent(call.path, state)
        for (const count of [far, state]) counts[count] = (counts[count] ?? 0) + 1
        // A handler's answer depends on the calls before it, so the seed alone does not reproduce
        // it.
        recordTrace(far)
        expect(status).toBeLessThan(500)
        if (far !== 'a handler') expect(status).toBe(ANSWERS[far])
        const onNewCampus = backend.logLines === logLines ? [] : backend.logLines
        const log = [...logLines.slice(before), ...onNewCampus].join('')
        const told = [...tellers, ...[...signedIn.values()].map(({ token }) => token)]
        expect(told.filter((one) => log.includes(one))).toEqual([])
        expect(log).not.toMatch(/林知遥|13912345678|东莞|a@example/)
      },
    })
    const countOf = (far: string) => counts[far] ?? 0
    const handled = countOf('a handler')
    const all = Object.keys(ANSWERS).reduce((sum, far) => sum + countOf(far), handled)
    if (CHECK_MS_PER_PROPERTY > 0 && all > 0) console.log(counts)
    // Shares are checked only over many runs: a replay has a single run.
    if (all >= 100) expect(handled / all, JSON.stringify(counts)).toBeGreaterThan(0.4)
  },
  PROPERTY_TIMEOUT_MS,
)

const WHOSE = {
  own: { stuCode: 'S990001', stuNumber: '990001', idCard: '110101200801010015' },
  other: { stuCode: 'S990002', stuNumber: '990002', idCard: '110101200801010023' },
  nobody: { stuCode: 'S000000', stuNumber: '000000', idCard: '110101199001010000' },
} as const
const NESTED: Readonly<Record<string, (named: object) => object>> = {
  'at the top': (named) => named,
  'in a record': (named) => ({ student: named }),
  'in a list': (named) => ({ formList: [{}, named] }),
  'in text': (named) => ({ collection: JSON.stringify([named]) }),
  'in text in a record': (named) => ({ a: { b: JSON.stringify({ c: [named] }) } }),
}

interface Cell {
  readonly call: AnyCall
  readonly by: CallerRole
  readonly whose: keyof typeof WHOSE
  readonly key: 'stuCode' | 'stuNumber' | 'idCard' | 'userCode'
  readonly where: string
}

/**
 * The identifier that the request of this cell contains. `userCode` depends on the caller, since
 * each member of staff has their own code.
 */
function saidIn({ by, whose, key }: Cell): string {
  if (key !== 'userCode') return WHOSE[whose][key]
  const own = by === 'nobody' || by === 'student' ? 'T1001' : DEMO_USER_BY_ROLE[by]
  return { own, other: own === 'T7001' ? 'T1001' : 'T7001', nobody: 'T9009' }[whose]
}

/**
 * The expected letter in permissions.txt. It is the same for every key that identifies a student,
 * wherever the key stands in the request.
 */
function letterOf({ call, by, whose, key }: Cell): string {
  const letters = lettersOf(by, call.path)
  // The session guard does not compare this key with the caller, because the call itself verifies
  // it.
  if (key === call.verifiedIdentifier) return letters.charAt(0)
  return letters.charAt(requestIndexOf(by, key === 'userCode' ? 'staff' : 'student', whose))
}

const REFUSED: Readonly<Record<string, number>> = { s: 401, f: 403 }

test(
  'no call answers a caller whose role is not allowed to make it, nor a student who names somebody else anywhere in the request [D-113 ID-47 security 1]',
  async () => {
    await runProperty<Cell>({
      name: 'permissions',
      runs: fc.record({
        call: fc.constantFrom(...allCalls.filter(({ path }) => !path.includes('cleanOpenId'))),
        by: part,
        whose: fc.constantFrom('own' as const, 'other' as const, 'nobody' as const),
        key: fc.constantFrom(
          'stuCode' as const,
          'stuNumber' as const,
          'idCard' as const,
          'userCode' as const,
        ),
        where: fc.constantFrom(...Object.keys(NESTED)),
      }),
      describeRun: ({ call, ...cell }) => [formatTraceRow({ type: call.path, ...cell })],
      check: async (cell, { recordEvent, recordTrace }) => {
        const { call, by, whose, key, where } = cell
        const body = { [key]: saidIn(cell) }
        const { status } = await ask(by, call.path, NESTED[where]?.(body) ?? body)
        const letter = letterOf(cell)
        recordEvent(
          `${call.path} by ${by}`,
          `${key === 'userCode' ? 'staff' : 'student'}: ${whose}`,
        )
        recordTrace(letter)
        const wanted = REFUSED[letter]
        if (wanted === undefined) {
          expect(letter).toBe('a')
          expect(status).not.toBe(401)
          // Calls that sign somebody in answer 403 to a wrong secret.
          if (call.who !== 'anyone') expect(status).not.toBe(403)
          expect(status).toBeLessThan(500)
        } else expect(status).toBe(wanted)
      },
    })
  },
  PROPERTY_TIMEOUT_MS,
)
