import { Ajv2020 } from 'ajv/dist/2020.js'
import * as v from 'valibot'
import { createSeededRandom } from '#server/demo/crowd'
import { signInToDemo } from './demo-tokens.ts'
import { importTool, type ToolResult } from './tools.ts'

const Content = v.optional(v.record(v.string(), v.object({ schema: v.unknown() })), {})
const Document = v.looseObject({
  paths: v.record(
    v.string(),
    v.record(
      v.string(),
      v.looseObject({
        requestBody: v.optional(v.object({ content: Content })),
        responses: v.record(
          v.string(),
          v.looseObject({ $ref: v.optional(v.string()), content: Content }),
        ),
      }),
    ),
  ),
})
type Operation = v.InferOutput<typeof Document>['paths'][string][string]
const Faker = v.object({
  generateSync: v.custom<(schema: unknown, options: object) => unknown>(
    (f) => typeof f === 'function',
  ),
})

/** Everybody who has calls of their own in the demo campus; undefined is nobody. */
const CALLERS = [
  undefined,
  '990001',
  '880001',
  'T1001',
  'T2001',
  'T3001',
  'T4001',
  'T5001',
  'T6001',
  'T7001',
  'T8501',
]
/** What a program that does not know the schema might send. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  0,
  -1,
  1e21,
  true,
  [],
  {},
  [[]],
  '\0',
  '９９',
  "';--",
  '\u{d800}',
  'x'.repeat(5000),
  '2026-02-30',
  { a: { a: {} } },
]
const UNKNOWN = 'nobodyKnows'
/** Calls that end the sessions of the test, or change how it may sign in. */
const SKIPPED =
  /\/(unbind|logout|changepass|resetpass|secondFactor|staff\/|devices\/|serviceAccounts)/i

/**
 * Calls each operation of `/openapi.json` with bodies that json-schema-faker makes from its schema,
 * and with spoilt ones, as every caller. No answer may be a 5xx, have a status or a body that the
 * document does not describe, or accept a name that the schema does not know. A number or null in
 * place of a text is accepted on purpose, since other programs send them.
 */
export async function fuzzByOpenApi(
  address: string,
  { minutes, seed }: { minutes: number; seed: number },
): Promise<ToolResult[]> {
  const { generateSync } = v.parse(Faker, {
    ...Object(await importTool('json-schema-faker/dist/index.js')),
  })
  const document = v.parse(Document, await (await fetch(`${address}/openapi.json`)).json())
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...document }, 'campus')
  const random = createSeededRandom(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === 'post' &&
      operation.requestBody?.content['application/json'] !== undefined &&
      !SKIPPED.test(path)
        ? [{ path, operation }]
        : [],
    ),
  )
  const tokens = new Map<string, string>()
  for (const who of CALLERS)
    if (who !== undefined) tokens.set(who, await signInToDemo(address, who))
  const counts = new Map<string, number>()
  const faults = new Map<string, string>()
  const until = Date.now() + minutes * 60_000
  for (let nth = 0; Date.now() < until; nth++) {
    const { path, operation } = pick(calls)
    const who = pick(CALLERS)
    const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post`
    const schema = operation.requestBody?.content['application/json']?.schema
    const made = makeBody(schema)
    const body = random() < 0.5 ? made : spoil(made)
    const fits =
      ajv.getSchema(`campus#${pointer}/requestBody/content/application~1json/schema`)?.(body) ===
      true
    const answer = await fetch(address + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(who !== undefined && { authorization: tokens.get(who) ?? '' }),
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    const isUnknown = typeof body === 'object' && body !== null && UNKNOWN in body
    count(`${fits ? 'fitting' : 'spoilt'} ${answer.status}`)
    const fault = findFault(operation, pointer, answer, text, isUnknown)
    if (fault !== undefined && !faults.has(`${path} ${fault}`))
      faults.set(
        `${path} ${fault}`,
        `as ${who ?? 'nobody'}, seed ${seed}, ${JSON.stringify(body).slice(0, 200)} → ${text.slice(0, 200)}`,
      )
    if (answer.status === 401 && who !== undefined)
      tokens.set(who, await signInToDemo(address, who).catch(() => ''))
  }
  const summary = [...counts].toSorted().map(([what, times]) => `${what}: ${times}`)
  return [
    {
      tool: 'json-schema-faker',
      subject: `${calls.length} calls, seed ${seed}`,
      said: summary.join(', '),
      isGood: true,
    },
    ...[...faults].map(([subject, said]) => ({
      tool: 'json-schema-faker',
      subject,
      said,
      isGood: false,
    })),
  ]

  function count(what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }

  function makeBody(schema: unknown): unknown {
    try {
      return generateSync(schema, {
        seed: Math.floor(random() * 1e9),
        refs: {},
        alwaysFakeOptionals: random() < 0.5,
      })
    } catch {
      count('not generated')
      return {}
    }
  }

  function spoil(body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return pick(HOSTILE)
    const keys = Object.keys(body)
    if (keys.length === 0 || random() < 0.1)
      return random() < 0.5 ? { ...body, [UNKNOWN]: 1 } : pick(HOSTILE)
    const key = pick(keys)
    const entries = Object.entries(body)
    if (random() < 0.2) return Object.fromEntries(entries.filter(([name]) => name !== key))
    const spoilt = entries.map(([name, value]) => [
      name,
      name !== key ? value : random() < 0.3 ? spoil(value) : pick(HOSTILE),
    ])
    return Array.isArray(body) ? spoilt.map(([, value]) => value) : Object.fromEntries(spoilt)
  }

  function findFault(
    operation: Operation,
    pointer: string,
    answer: Response,
    text: string,
    isUnknown: boolean,
  ): string | undefined {
    const { status } = answer
    if (status >= 500 && status !== 503) return `is a ${status}`
    const described = operation.responses[status]
    if (described === undefined) return `${status} is not described`
    if (isUnknown && status === 200) return 'accepts a name that it does not know'
    if (answer.headers.get('content-type')?.includes('json') !== true) return undefined
    const base = described.$ref?.slice(1) ?? `${pointer}/responses/${status}`
    const check = ajv.getSchema(`campus#${base}/content/application~1json/schema`)
    if (check === undefined) return `the body of ${status} is not described`
    return check(JSON.parse(text)) === true
      ? undefined
      : `the body of ${status} is another: ${JSON.stringify(check.errors?.[0])}`
  }
}
