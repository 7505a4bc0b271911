import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import { calls } from '#contract/index'
import { type Part, PARTS } from '#contract/permissions'
import { demoPeople } from '#server/demo/people'
import { arbitraryOf } from '../support/arbitrary.ts'
import { type Backend, type SignedIn, startBackend } from '../support/backend.ts'
import { byHand } from '../support/by-hand.ts'
import { LAW_MS, row, UNHURRIED, uphold } from '../support/law.ts'
import { PEOPLE, readTable } from '../support/permissions-table.ts'

const part = fc.constantFrom(...PARTS)

let backend: Backend
const signedIn = new Map<Part, SignedIn>()
const signIn = async (one: Part) => {
  if (one !== 'nobody') signedIn.set(one, await backend.signInAs(PEOPLE[one]))
}
// One for each law: the first lets administrators close accounts that the second asks as.
beforeEach(async () => {
  backend = await startBackend(UNHURRIED)
  for (const one of PARTS) await signIn(one)
})
afterEach(() => backend.close())

async function ask(by: Part, path: string, body: unknown): Promise<Response> {
  const token = signedIn.get(by)?.token
  const said = await backend.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: token }),
    },
    body: JSON.stringify(body),
  })
  // A call may end the sign-in that the next ones need.
  if (said.status === 401 && by !== 'nobody') await signIn(by).catch(() => {})
  return said
}

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

interface Asked {
  readonly call: AnyCall
  readonly by: Part
  readonly body: object
}

/** Bodies of which a call makes something, and the same with one value that is none of them. */
const asked: fc.Arbitrary<Asked> = fc.constantFrom(...calls).chain((call) =>
  fc.record({
    call: fc.constant(call),
    by: part,
    body: fc
      .tuple(
        byHand.get(call.input) ?? arbitraryOf(call.input.decode),
        fc.option(fc.tuple(fc.nat(30), fc.constantFrom(...HOSTILE))),
      )
      .map(([fits, change]) => {
        const entries = Object.entries(typeof fits === 'object' && fits !== null ? fits : {})
        if (change === null) return Object.fromEntries(entries)
        const [at, value] = change
        const name = entries[at % (entries.length + 1)]?.[0] ?? 'stuCode'
        return { ...Object.fromEntries(entries), [name]: value }
      }),
  }),
)

test(
  'whoever asks whatever with whatever in it is answered: never a fault of ours, nothing personal in the log [D-114 XC-13]',
  async () => {
    const tellers = demoPeople.flatMap(({ number, secret }) => [number, secret])
    await uphold<Asked>({
      name: 'inputs',
      histories: asked,
      tell: ({ call, by, body }) => [row({ type: call.path, by, body: JSON.stringify(body) })],
      holds: async ({ call, by, body }, { meets, note }) => {
        const before = backend.logged.length
        const { status } = await ask(by, call.path, body)
        meets(call.path, String(status))
        note(status)
        expect(status).toBeLessThan(500)
        const log = backend.logged.slice(before).join('')
        const told = [...tellers, ...[...signedIn.values()].map(({ token }) => token)]
        expect(told.filter((one) => log.includes(one))).toEqual([])
        expect(log).not.toMatch(/林知遥|13912345678|东莞|a@example/)
      },
    })
  },
  LAW_MS,
)

/** Who may, by what is written down for people. */
const table = readTable(readFileSync('tests/server/permissions.txt', 'utf8'))
const may = (by: Part, path: string) =>
  table.get(path)?.split(/ +/)[PARTS.indexOf(by) + 1]?.startsWith('a') === true

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
  readonly by: Part
  readonly whose: keyof typeof WHOSE
  readonly key: 'stuCode' | 'stuNumber' | 'idCard'
  readonly where: string
}

test(
  'no call answers a part that may not make it, nor a student about somebody else, wherever the name stands [D-113 ID-47 security 1]',
  async () => {
    await uphold<Cell>({
      name: 'permissions',
      histories: fc.record({
        call: fc.constantFrom(...calls.filter(({ path }) => !path.includes('cleanOpenId'))),
        by: part,
        whose: fc.constantFrom('own' as const, 'other' as const, 'nobody' as const),
        key: fc.constantFrom('stuCode' as const, 'stuNumber' as const, 'idCard' as const),
        where: fc.constantFrom(...Object.keys(NESTED)),
      }),
      tell: ({ call, ...cell }) => [row({ type: call.path, ...cell })],
      holds: async ({ call, by, whose, key, where }, { meets, note }) => {
        const named = { [key]: WHOSE[whose][key] }
        const said = await ask(by, call.path, NESTED[where]?.(named) ?? named)
        meets(`${call.path} by ${by}`, whose)
        note(said.status)
        if (!may(by, call.path)) expect(said.status).toBe(by === 'nobody' ? 401 : 403)
        else {
          expect(said.status).not.toBe(401)
          const isForeign = by === 'student' && whose !== 'own' && key !== call.proves
          if (isForeign && call.who !== 'anyone') expect(said.status).toBe(403)
          else expect(said.status).toBeLessThan(500)
        }
      },
    })
  },
  LAW_MS,
)
