import fc from 'fast-check'
import * as v from 'valibot'
import { CampusFormDefinition } from '#contract/campus-form-definition'

// Texts of every kind in the contract. For a schema, those that it accepts are used.
const TEXTS = [
  'other',
  'text',
  '',
  '0',
  '1',
  '2',
  '3',
  '7',
  'true',
  'null',
  'abc',
  '林知遥',
  '广东省,东莞市',
  '2026',
  '2026-08-20',
  '2026-12-01 08:00',
  '2026-12-15 18:00',
  'everyone',
  'draft',
  '2026-11-21T05:00:00.000Z',
  '2026-08-21',
  '2026-2027学年第一学期',
  'personalinformation',
  'everyone',
  'draft',
  '14:30',
  '00:00',
]
const NUMBERS = [
  '990001',
  'T1001',
  '110101200801010015',
  '11010120080101001X',
  '13912345678',
  'a@example.edu',
  '12000.00',
  '440000',
]
const CODES = [
  'bank',
  '001',
  'administrator',
  'a12345',
  'change',
  'phone',
  'JSAPI',
  'WEB',
  'https://campus.test/welcome',
  'complaint',
  'complaint-7',
  '123-456',
  'TypeError',
  'chromium 118',
  '/onlinefee/$sort/$stunum',
  // The id and the hash of a file.
  '0b8e3f52-6c1d-4e7a-9b1f-2d3c4a5b6e7f',
  'a'.repeat(64),
  // The keys of a push subscription.
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  'tBHItJI5svbpez7KI4CCXg',
]
const VALUES: readonly string[] = [...TEXTS, ...NUMBERS, ...CODES, 'x'.repeat(40), 'x'.repeat(120)]

// A definition has rules that random values do not fulfil.
const DEFINITIONS = [1, 2].map((count) =>
  v.parse(CampusFormDefinition, {
    title: { zh: '承诺书', en: '' },
    items: Array.from({ length: count }, (_, at) => ({
      name: `question${at}`,
      type: 'text',
      label: { zh: '内容', en: 'Content' },
    })),
  }),
)

type Schema = v.GenericSchema & {
  readonly pipe?: readonly Schema[]
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly items?: readonly Schema[]
  readonly entries?: Readonly<Record<string, Schema>>
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly value?: Schema
}

/**
 * Generate values that this schema accepts as input: values of requests and answers, or of forms.
 */
export function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return walk(schema as Schema)
}

function walk(schema: Schema): fc.Arbitrary<unknown> {
  if (schema === CampusFormDefinition) return fc.constantFrom(...DEFINITIONS)
  const { pipe } = schema
  if (pipe === undefined) return base(schema)
  const shape = objectIn(schema)
  if (shape !== undefined) return passing(schema, base(shape))
  const fixed = VALUES.filter((value) => v.is(schema, value))
  const [first] = pipe
  if (isText(schema)) {
    // A search among random texts would not end.
    if (fixed.length === 0) throw new Error('No text of this file passes a schema: add one')
    return fc.constantFrom(...fixed)
  }
  return passing(
    schema,
    first === undefined || first === schema ? fc.anything() : walk(rootOf(schema)),
  )
}

function base(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'string':
      return fc.constantFrom(...VALUES)
    case 'number':
      return fc.nat(40)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(schema.literal)
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []))
    case 'array':
      return fc.array(walk(inner(schema.item)), { maxLength: 3 })
    case 'object':
    case 'strict_object':
      return fc.record(mapped(schema.entries))
    case 'record':
      return fc.dictionary(fc.constantFrom('1', '2', '9'), walk(inner(schema.value)), {
        maxKeys: 3,
      })
    case 'nullable':
    case 'nullish':
      return fc.option(walk(inner(schema.wrapped)), { nil: null, freq: 4 })
    case 'optional':
      return fc.option(walk(inner(schema.wrapped)), { nil: undefined, freq: 4 })
    case 'union':
      return fc.oneof(...(schema.options as Schema[]).map(walk))
    case 'unknown':
      return fc.constantFrom(...VALUES)
    default:
      throw new Error(`No arbitrary for a schema of type ${schema.type}`)
  }
}

// A generated value is useful only if the whole schema accepts it, including rules that compare
// fields.
function passing(schema: Schema, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return values.filter((value) => v.is(schema, value))
}

const OBJECTS = new Set(['object', 'strict_object'])

// The first object schema in a pipe receives the input. A later one has the internal names.
function objectIn(schema: Schema): Schema | undefined {
  if (schema.pipe === undefined) return OBJECTS.has(schema.type) ? schema : undefined
  for (const [index, part] of schema.pipe.entries()) {
    const found =
      part.kind !== 'schema'
        ? undefined
        : index === 0 && part === schema
          ? undefined
          : objectIn(part)
    if (found !== undefined) return found
  }
  return undefined
}

function rootOf(schema: Schema): Schema {
  const [first] = schema.pipe ?? []
  return first ?? schema
}

function isText(schema: Schema): boolean {
  const root = schema.pipe === undefined ? schema : rootOf(schema)
  if (root !== schema && root.pipe !== undefined) return isText(root)
  if (root.type === 'string') return true
  if (root.type === 'union')
    return (root.options as Schema[]).some((option) => option.kind === 'schema' && isText(option))
  return root.wrapped !== undefined && isText(root.wrapped)
}

function mapped(
  entries: Readonly<Record<string, Schema>> = {},
): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, walk(entry)]))
}

function inner(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('A schema without what it holds')
  return schema
}
