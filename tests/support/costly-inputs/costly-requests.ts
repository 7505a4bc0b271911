import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { AnyCall, AnyDownload, AnyEndpoint, AnyUpload } from '#contract/call'
import { allCalls, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { type CallerRole, CALLER_ROLES, callerRolesFor } from '#contract/permissions'
import {
  CALL_SCOPES,
  exportNameOf,
  exportScope,
  findRolesByScopes,
  importScope,
} from '#contract/service-scopes'
import { getRequestBodyLimits } from '#server/platform/http/body/request-body'
import type { SentRequest } from '../backend/sending-thread.ts'
import { findJsonPlaces, replaceByKey } from '../properties/json-places.ts'
import { manualArbitraries } from '../properties/manual-arbitraries.ts'
import { OWN_IDS } from '../properties/own-identifiers.ts'
import { arbitraryOf } from '../properties/schema-arbitrary.ts'
import { COSTLY_FILES, costlyTable, costlyXlsform } from './costly-files.ts'
import { BROAD_DEFINITION, COSTLY_ANSWERS } from './costly-forms.ts'
import {
  COSTLY_BODIES,
  COSTLY_FORMS,
  COSTLY_VALUES,
  costlyHeader,
  costlyText,
  LONGEST_HEADER,
  READ_HEADERS,
} from './costly-values.ts'

/**
 * Whoever can send something: every role, a service account with every scope, and a token of nobody.
 * Somebody whose messaging account is not bound is nobody.
 */
export const CALLERS = [...CALLER_ROLES, 'service', 'unknown'] as const
/** One of these. */
export type CallerKind = (typeof CALLERS)[number]

/** The scopes of a service account, besides those of the import kinds. */
export const SERVICE_SCOPES = [
  ...Object.keys(CALL_SCOPES),
  ...allDownloads.flatMap((call) => exportNameOf(call) ?? []).map(exportScope),
  importScope('students'),
]

/** Whom calls that edit staff name: a colleague who makes no calls. */
export const COLLEAGUE = 'T1009'
/** How many times as large as the smaller size of an input the larger one is. */
export const GROWTH = 4
// Most inputs are not larger than this, so that there can be many.
const USUAL_BYTES = 256 * 1024

/** An input as a request, without the address of the server and the token of its caller. */
export type CostlyRequest = Omit<SentRequest, 'url'> & { readonly path: string }
/** The headings of an import kind. */
export type ImportTemplate = readonly [kind: string, headings: readonly string[]]

// Pages and addresses that are no calls of the contract.
const ADDRESSES = [
  ['GET', '/'],
  ['GET', '/login'],
  ['GET', '/notice/1'],
  ['GET', '/absent'],
  ['GET', '/openapi.json'],
  ['GET', '/healthz'],
  ['GET', '/readyz'],
  ['GET', '/robots.txt'],
  ['GET', '/api/university/back'],
  ['GET', '/sandbox/authorize'],
  ['POST', '/sandbox/authorize'],
  ['POST', '/sandbox/pay'],
  ['POST', '/payment/notify'],
  ['POST', '/login'],
  ['POST', '/absent'],
] as const

type Target =
  | { readonly kind: 'json'; readonly call: AnyCall | AnyDownload }
  | { readonly kind: 'upload'; readonly call: AnyUpload }
  | {
      readonly kind: 'address'
      readonly method: 'GET' | 'POST'
      readonly path: string
      readonly parameter: string
      readonly call?: AnyEndpoint
    }
const TARGETS: readonly Target[] = [
  ...[...allCalls, ...allDownloads].map((call): Target => ({ kind: 'json', call })),
  ...allUploads.map((call): Target => ({ kind: 'upload', call })),
  ...allFileCalls.map((call): Target => ({
    kind: 'address',
    method: 'GET',
    path: call.path,
    parameter: call.parameter,
    call,
  })),
  ...ADDRESSES.map(([method, path]): Target => ({
    kind: 'address',
    method,
    path,
    parameter: 'language',
  })),
]
const pathOf = (target: Target) => (target.kind === 'address' ? target.path : target.call.path)

// A place of the body with a costly text or value; many rows in a list of the body; a whole body;
// form fields; a costly header, or a costly part of the address; a costly file.
const WAYS = {
  json: [
    'text',
    'text',
    'text',
    'text',
    'value',
    'value',
    'rows',
    'rows',
    'body',
    'form',
    'header',
  ],
  upload: ['file', 'file', 'file', 'file', 'table', 'xlsform', 'header', 'query'],
  address: ['header', 'query', 'query', 'form', 'body'],
} as const
type Way = (typeof WAYS)[keyof typeof WAYS][number]

/** An input, which is sent in two sizes. */
export interface CostlyInput {
  readonly path: string
  readonly by: CallerKind
  readonly way: Way
  /** Chooses the costly part, and the place at which it stands. */
  readonly costly: number
  readonly at: number
  /** How often the size is a fourth of the bound. */
  readonly smaller: number
  /** A body that the call accepts. */
  readonly body: unknown
}
const targetOf = new Map(TARGETS.map((target) => [pathOf(target), target]))
const bodies = new Map<string, fc.Arbitrary<unknown>>()
const bodyArbitraryOf = (target: Target): fc.Arbitrary<unknown> => {
  if (target.kind !== 'json') return fc.constant(null)
  const { path, input } = target.call
  const known = bodies.get(path) ?? manualArbitraries.get(input) ?? arbitraryOf(input.decode)
  bodies.set(path, known)
  return known
}

/** Any input of anybody to any address. */
export const costlyInput: fc.Arbitrary<CostlyInput> = fc
  .constantFrom(...TARGETS)
  .chain((target) => {
    const call = target.call
    const allowed: readonly CallerKind[] =
      call === undefined
        ? CALLERS
        : [
            ...callerRolesFor(call.who),
            ...(findRolesByScopes(call, SERVICE_SCOPES).length > 0 ? (['service'] as const) : []),
          ]
    return fc.record({
      path: fc.constant(pathOf(target)),
      by: fc.oneof(
        { weight: 17, arbitrary: fc.constantFrom(...allowed) },
        { weight: 3, arbitrary: fc.constantFrom(...CALLERS) },
      ),
      way: fc.constantFrom<Way>(...WAYS[target.kind]),
      costly: fc.nat(2 ** 24),
      at: fc.nat(10_000),
      smaller: fc.constantFrom(0, 0, 1, 1, 2, 2, 3),
      body: bodyArbitraryOf(target),
    })
  })

const pick = <T>(all: readonly T[], at: number): T => {
  const one = all[at % all.length]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

// A text that stands for JSON, and a body in which it is replaced.
const MARK = '\u0001costly\u0001'
const MARK_JSON = JSON.stringify(MARK)

/** A body of the call, as its caller sends it. */
function fittingBody(
  { path, by, body, costly }: CostlyInput,
  answersKey: string | undefined,
): unknown {
  const role: CallerRole = by === 'service' || by === 'unknown' ? 'admissions' : by
  // A call that edits staff gets a colleague who makes no calls in this test.
  const colleague = path.startsWith('/api/manage/staff/') ? COLLEAGUE : undefined
  const [form, answers] = pick(COSTLY_ANSWERS, costly)
  const own = replaceByKey(JSON.parse(JSON.stringify(body)), (key) =>
    key === 'code' && colleague !== undefined
      ? colleague
      : key === 'form' && costly % 4 > 0
        ? form
        : OWN_IDS[key]?.(role),
  )
  if (typeof own !== 'object' || own === null) return own
  return {
    ...own,
    ...('definition' in own && { definition: BROAD_DEFINITION }),
    ...(answersKey === 'answers' && 'answers' in own && { version: 1, answers, attachments: [] }),
  }
}

const countNodes = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, one) => sum + 1 + countNodes(one), 0)
    : 1

/** The lists of a body, each with what replaces it. */
function findLists(value: unknown): [items: readonly unknown[], put: (list: unknown) => unknown][] {
  if (Array.isArray(value))
    return [
      [value, (list) => list],
      ...value.flatMap((one, at) =>
        findLists(one).map(([items, put]): [readonly unknown[], (list: unknown) => unknown] => [
          items,
          (list) => value.with(at, put(list)),
        ]),
      ),
    ]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    findLists(one).map(([items, put]): [readonly unknown[], (list: unknown) => unknown] => [
      items,
      (list) => ({ ...value, [key]: put(list) }),
    ]),
  )
}

// Numbers the texts of a row, so that rows differ.
const numbered = (value: unknown, n: number): unknown =>
  typeof value === 'string'
    ? `${value}${n}`
    : Array.isArray(value)
      ? value.map((one) => numbered(one, n))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, numbered(one, n)]))
        : value

function manyRows(
  body: unknown,
  { costly, at }: CostlyInput,
  bytes: number,
  nodes: number,
): unknown {
  const lists = findLists(body)
  if (lists.length === 0) return undefined
  const [items, put] = pick(lists, at)
  const row = items.length > 0 ? pick(items, costly) : pick(['S990001', 1, {}], costly)
  const most = Math.min(bytes / JSON.stringify(row).length, (nodes * 0.9) / countNodes(row))
  const isNumbered = costly % 3 > 0
  return put(
    Array.from({ length: Math.max(1, Math.floor(most)) }, (_, n) =>
      isNumbered ? numbered(row, n) : row,
    ),
  )
}

/** Write an input in a size: `share` 1 for the smaller one, `GROWTH` for the larger one. */
export function writeRequest(
  one: CostlyInput,
  { share, templates }: { readonly share: number; readonly templates: readonly ImportTemplate[] },
): Promise<CostlyRequest> | CostlyRequest {
  const target = targetOf.get(one.path)
  if (target === undefined) throw new Error(`no ${one.path}`)
  const scale = share / GROWTH / GROWTH ** one.smaller
  switch (target.kind) {
    case 'json':
      return jsonRequest(one, target.call, { scale, share: share / GROWTH })
    case 'upload':
      return uploadRequest(one, target.call, { scale, templates })
    case 'address':
      return addressRequest(one, target, scale)
  }
}

const largestOf = ({ costly }: CostlyInput, bound: number) =>
  0.9 * (costly % 16 === 0 ? bound : Math.min(bound, USUAL_BYTES))

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const request = (
  path: string,
  body: string | Uint8Array,
  type: string,
  more: Partial<CostlyRequest> = {},
): CostlyRequest => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return {
    method: 'POST',
    path,
    body: bytes,
    ...more,
    headers: { 'content-type': type, 'content-length': String(bytes.byteLength), ...more.headers },
  }
}

function jsonRequest(
  one: CostlyInput,
  call: AnyCall | AnyDownload,
  { scale, share }: { scale: number; share: number },
): CostlyRequest {
  const { parsedBytes, nodes } = getRequestBodyLimits(call)
  // What stands beside the costly part takes some of the bytes.
  const bytes = Math.floor(largestOf(one, parsedBytes) * scale)
  const { path } = call
  const isWrite = call.kind === 'write' && call.offline === 'queued'
  const headers = isWrite ? { 'idempotency-key': randomUUID() } : {}
  const body = fittingBody(one, 'answersKey' in call ? call.answersKey : undefined)
  const put = pick(findJsonPlaces(body), one.at)
  const ofBody = (said: unknown) => request(path, JSON.stringify(said), JSON_TYPE, { headers })
  switch (one.way) {
    case 'rows': {
      const many = manyRows(body, one, bytes, nodes * share)
      return ofBody(many ?? put(costlyText(one.costly)(bytes)))
    }
    case 'value': {
      const write = pick(Object.values(COSTLY_VALUES), one.costly)
      // The costly value is written as JSON, so that its numbers can be longer than a number is.
      const [before = '', ...after] = JSON.stringify(put(MARK)).split(MARK_JSON)
      const value = write(bytes)
      return after.length === 1
        ? request(path, `${before}${value}${after[0]}`, JSON_TYPE, { headers })
        : ofBody(put(value))
    }
    case 'body':
      return request(path, pick(Object.values(COSTLY_BODIES), one.costly)(bytes), JSON_TYPE, {
        headers,
      })
    case 'form':
      return request(path, pick(Object.values(COSTLY_FORMS), one.costly)(bytes), FORM_TYPE)
    case 'header':
      return request(path, JSON.stringify(body), JSON_TYPE, {
        headers: { ...headers, ...headerOf(one, scale) },
      })
    case 'text':
    case 'query':
    case 'file':
    case 'table':
    case 'xlsform':
      return ofBody(put(costlyText(one.costly)(bytes)))
  }
}

function headerOf({ costly, at }: CostlyInput, scale: number): Readonly<Record<string, string>> {
  const [name, start] = pick(READ_HEADERS, at)
  const text = costlyHeader(costly)(LONGEST_HEADER * scale)
  // A header ends without blanks.
  return { [name]: `${start}${text}`.trim() }
}
// An address cannot contain half of a surrogate pair.
const wellFormed = (text: string) => Buffer.from(text).toString()
const queryText = ({ costly }: CostlyInput, scale: number) => {
  const text = encodeURIComponent(wellFormed(costlyText(costly)((LONGEST_HEADER * scale) / 3)))
  return text.slice(0, LONGEST_HEADER * scale).replace(/%.?$/, '')
}

async function uploadRequest(
  one: CostlyInput,
  call: AnyUpload,
  { scale, templates }: { scale: number; templates: readonly ImportTemplate[] },
): Promise<CostlyRequest> {
  const { costly, at, way } = one
  const bytes = Math.max(
    64,
    Math.floor(largestOf(one, Math.min(call.maxBytes, 4 * 2 ** 20)) * scale),
  )
  const [kind, headings] = pick(templates, at)
  const isXlsform = call.path.includes('xlsform')
  const file =
    way === 'table'
      ? costlyTable(headings, costly)
      : way === 'xlsform' && isXlsform
        ? costlyXlsform(costly)
        : pick(Object.values(COSTLY_FILES), costly)
  const content = await file.write(way === 'header' || way === 'query' ? 1000 : bytes)
  const [form] = pick(COSTLY_ANSWERS, at)
  const fields: Readonly<Record<string, string>> = {
    name:
      way === 'query' && at % 2 === 0
        ? queryText(one, scale)
        : `a.${at % 5 === 0 ? 'pdf' : file.ending}`,
    kind: way === 'table' || at % 2 === 0 ? kind : 'english-names',
    student: 'S990002',
    attachment: randomUUID(),
    form,
    offset: '0',
    total: String(content.byteLength),
    sha256: createHash('sha256').update(content).digest('hex'),
    type: pick(['image/jpeg', 'image/png', 'application/pdf'], at),
  }
  const names = call.textFields ?? []
  const headers = way === 'header' ? headerOf(one, scale) : {}
  if (call.field === undefined) {
    const changed = way === 'query' && names.length > 0 ? pick(names, at) : ''
    const query = ['name', ...names]
      .filter((name) => fields[name] !== undefined)
      .map(
        (name) =>
          `${name}=${name === changed ? queryText(one, scale) : encodeURIComponent(fields[name] ?? '')}`,
      )
    return request(`${call.path}?${query.join('&')}`, content, 'application/octet-stream', {
      headers,
    })
  }
  const boundary = way === 'query' ? costlyHeader(costly)(60).replaceAll(/[^\w-]/g, 'x') : 'x'
  const part = (name: string, said: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${said}\r\n`
  const body = Buffer.concat([
    Buffer.from(way === 'query' ? part('a', costlyText(costly)(bytes)) : ''),
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${call.field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return request(call.path, body, `multipart/form-data; boundary=${boundary}`, { headers })
}

function addressRequest(
  one: CostlyInput,
  { method, path, parameter }: Extract<Target, { kind: 'address' }>,
  scale: number,
): CostlyRequest {
  const { way, costly } = one
  const bytes = Math.floor(64 * 1024 * scale)
  if (way === 'header')
    return request(path, '', FORM_TYPE, { method, headers: headerOf(one, scale) })
  if (method === 'GET' || way === 'query') {
    const text = queryText(one, scale)
    const address = pick(
      [
        `${path}?${parameter}=${text}`,
        `${path}?${parameter}=1&x=${text}`,
        `${path}/${text}`,
        `${path}?${'a=1&'.repeat(text.length / 4)}`,
      ],
      costly,
    )
    return request(address, '', FORM_TYPE, { method })
  }
  return way === 'form'
    ? request(path, pick(Object.values(COSTLY_FORMS), costly)(bytes), FORM_TYPE)
    : request(path, pick(Object.values(COSTLY_BODIES), costly)(bytes), JSON_TYPE)
}
