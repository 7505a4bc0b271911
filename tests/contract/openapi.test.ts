import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { AnyCall } from '#contract/call'
import type { Codec } from '#contract/codec'
import { allCalls, contract, allDownloads, allFileCalls, allUploads } from '#contract/index'
import { callerRolesFor } from '#contract/permissions'
import { listScopesOf } from '#contract/service-scopes'
import { wireNameNotes } from '#contract/wire-name-notes'
import { buildOpenApiDocument } from '#server/openapi/document'
import { manualArbitraries } from '../support/properties/manual-arbitraries.ts'
import { arbitraryOf } from '../support/properties/schema-arbitrary.ts'

const text = JSON.stringify(buildOpenApiDocument({ basePath: '/campus' }))
const document = JSON.parse(text)
const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, 'campus')

const pointer = (path: string) => path.replaceAll('~', '~0').replaceAll('/', '~1')
const fits = (where: string, value: unknown) => {
  const check = ajv.getSchema(`campus#/paths/${where}`)
  if (check === undefined) throw new Error(`nothing is described at ${where}`)
  return check(value) === true ? [] : check.errors
}

test('a public validator accepts the OpenAPI document as OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(text))).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
  // The same validator refuses a broken document.
  const broken = { ...JSON.parse(text), paths: { '/x': { post: { responses: 7 } } } }
  expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
})

test('the OpenAPI document has the method, summary, roles, scopes and authentication of every call', () => {
  const all = [...allCalls, ...allUploads, ...allDownloads, ...allFileCalls]
  expect(Object.keys(document.paths).toSorted()).toEqual(all.map(({ path }) => path).toSorted())
  for (const call of all) {
    const operation = document.paths[call.path][call.kind === 'file' ? 'get' : 'post']
    const scopes = listScopesOf(call)
    const services = scopes.map((scope) => ({ service: [scope] }))
    expect([call.path, operation['x-roles'], operation.security]).toEqual([
      call.path,
      callerRolesFor(call.who),
      call.who === 'anyone' ? [{}] : [{ token: [] }, ...services],
    ])
    expect(operation['x-scopes'] ?? []).toEqual(scopes)
    expect(operation.summary.length).toBeGreaterThan(5)
  }
  expect(document.paths['/api/upload/uploadFile'].post.requestBody.content).toHaveProperty([
    'multipart/form-data',
  ])
})

const byMade = allCalls.map((call): [string, AnyCall] => [call.path, call])
describe.each(byMade)('%s', (path, call) => {
  const content = `${pointer(path)}/post`
  const asked = `${content}/requestBody/content/application~1json/schema`
  const answered = `${content}/responses/200/content/application~1json/schema`

  test('the encoded request, response and refusal of the call match its schema', () => {
    spelledAs(call.input, (wire) => fits(asked, wire))
    spelledAs(call.output, (wire) => fits(answered, { ...call.rule.success, ...wire }))
    expect(fits(answered, call.rule.refusal('没有权限'))).toEqual([])
  })

  test('a value of another shape does not match the schema of the call', () => {
    expect(fits(asked, { nobody: 'knows this' })).not.toEqual([])
    expect(fits(answered, { nobody: 'knows this' })).not.toEqual([])
  })
})

// Random values are decoded and encoded again, which gives what a careful caller sends, or what the
// backend answers.
function spelledAs<T>(codec: Codec<T>, problems: (wire: object) => unknown) {
  fc.assert(
    fc.property(manualArbitraries.get(codec) ?? arbitraryOf(codec.decode), (wire) => {
      const spelled = JSON.parse(JSON.stringify(codec.encode(v.parse(codec.decode, wire))))
      expect(problems(spelled)).toEqual([])
    }),
    { numRuns: 5 },
  )
}

test('the OpenAPI document has money as text in yuan or fen, and nothing of one particular campus', () => {
  const fees = document.paths['/api/fees/open'].post.responses['200'].content['application/json']
  expect(fees.schema.anyOf[0].properties.owefee).toEqual({ $ref: '#/components/schemas/Yuan' })
  const pay = document.paths['/payment/pay'].post
  expect(pay.requestBody.content['application/json'].schema.properties.amount).toEqual({
    $ref: '#/components/schemas/Fen',
  })
  expect(pay.parameters).toContainEqual(
    expect.objectContaining({ name: 'uniqueId', required: true }),
  )
  expect(document.servers).toEqual([{ url: '/campus' }])
})

test('the OpenAPI document says which calls are idempotent, and which take the version as a precondition', () => {
  const travel = document.paths[contract.travel.add.path].post
  expect(travel.parameters).toEqual([
    { $ref: '#/components/parameters/Language' },
    { $ref: '#/components/parameters/IdempotencyKey' },
    { $ref: '#/components/parameters/WordsAge' },
    { $ref: '#/components/parameters/IfMatch' },
  ])
  expect(Object.keys(travel.responses)).toEqual(
    expect.arrayContaining(['200', '401', '403', '409', '412', '422', '429', '503', '507']),
  )
  expect(JSON.stringify(document.paths[contract.payment.pay.path])).not.toContain('IdempotencyKey')
})

test('every note of the OpenAPI document belongs to an existing name', () => {
  expect(Object.keys(wireNameNotes).filter((name) => !text.includes(`"${name}":{`))).toEqual([])
})
