import * as v from 'valibot'
import { type Codec, encodeUnchanged } from '#contract/codec'
import { wireNameNotes } from '#contract/wire-name-notes'
import {
  type JsonSchema,
  objectSchema,
  nullableSchema,
  schemaRef,
  withDescription,
} from './json-schema.ts'
import { manualSchemas } from './manual-schemas.ts'
import { type SchemaNode, listValidations, addValidationKeywords } from './validation-keywords.ts'

/** Whether the value is part of a request or of a response. */
export type WireDirection = 'request' | 'response'

// oxlint-disable-next-line typescript/no-explicit-any -- codecs of any type
type AnyCodec = Codec<any>

/**
 * Derives the JSON Schema of a codec's wire format from the codec: keys by their wire names, and
 * values as `encode` produces them. Other formats that `decode` accepts are not documented, because
 * clients should not rely on them.
 */
export function wireSchema(codec: AnyCodec, way: WireDirection): JsonSchema {
  const told = manualSchemas.get(codec)
  if (told !== undefined) return told((part) => wireSchema(part, way))
  const schema = codec.schema
  if (codec.fields !== undefined)
    return addValidationKeywords(
      recordSchema(codec.fields, way),
      way === 'request' ? listValidations(schema) : [],
    )
  if (codec.inner === undefined) return leafSchema(codec, way)
  const inner = wireSchema(codec.inner, way)
  switch (schema.type) {
    case 'array':
      return addValidationKeywords(
        { type: 'array', items: inner },
        way === 'request' ? listValidations(schema) : [],
      )
    case 'nullable':
      return nullableSchema(inner)
    default:
      return inner
  }
}

function recordSchema(fields: NonNullable<AnyCodec['fields']>, way: WireDirection): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const [name, { wire, codec }] of Object.entries(fields)) {
    for (const [at, one] of wire.entries()) {
      const schema = withWireNote(one, wireSchema(codec, way))
      const title = splitCamelCase(name)
      properties[one] =
        title === splitCamelCase(one) || '$ref' in schema ? schema : { title, ...schema }
      // If a key has several wire names, a request needs only the first, and a response contains
      // all of them.
      if (isRequired(codec, way) && (at === 0 || way === 'response')) required.push(one)
    }
  }
  return objectSchema(properties, required)
}

/** Adds the note about a wire name to a schema, if there is one. */
const withWireNote = (wire: string, schema: JsonSchema): JsonSchema => {
  const note = Object.hasOwn(wireNameNotes, wire) ? wireNameNotes[wire] : undefined
  return note === undefined || '$ref' in schema ? schema : withDescription(schema, note)
}

const isRequired = (codec: AnyCodec, way: WireDirection): boolean =>
  way === 'request' ? !v.is(codec.decode, undefined) : codec.schema.type !== 'optional'

/** Splits a camel-case name: 'arrivalTime' becomes 'arrival time'. */
const splitCamelCase = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin}`)
    .toLowerCase()

// The schema of a value without parts, found by encoding an example.
function leafSchema(codec: AnyCodec, way: WireDirection): JsonSchema {
  const good = codec.schema
  const rules =
    way === 'request'
      ? [...new Set([...listValidations(codec.decode), ...listValidations(good)])]
      : []
  return addValidationKeywords(valueSchema(last(good), codec.encode), rules)
}

function valueSchema(good: SchemaNode, encode: AnyCodec['encode']): JsonSchema {
  switch (good.type) {
    case 'string':
      return { type: 'string' }
    case 'unknown':
      return {}
    case 'number':
      return numberSchema(encode)
    case 'boolean':
      return oneOf([true, false].map(encode))
    case 'literal':
      return oneOf([encode(good.literal)])
    case 'picklist':
      return oneOf((good.options ?? []).map(encode))
    case 'array':
      return encode([]) === ''
        ? { type: 'string', description: 'Joined by commas.' }
        : { type: 'array', items: valueSchema(last(inner(good.item)), encodeUnchanged) }
    case 'record':
      return {
        type: 'object',
        additionalProperties: valueSchema(last(inner(good.value)), encodeUnchanged),
      }
    // A value that is a document of its own, such as the questions of a form.
    case 'object':
    case 'strict_object':
      return { type: 'object' }
    case 'nullable': {
      const wrapped = last(inner(good.wrapped))
      return wrapped.type === 'boolean' && encode(null) !== null
        ? oneOf([true, false, null].map(encode))
        : nullableSchema(valueSchema(wrapped, encode))
    }
    case 'nullish':
    case 'optional':
      return valueSchema(last(inner(good.wrapped)), encode)
    case 'union':
      return valueSchema(last(inner(good.options?.find(isSchemaNode))), encode)
    default:
      throw new Error(
        `A value of the contract has a spelling that nobody has described: ${good.type}`,
      )
  }
}

function numberSchema(encode: AnyCodec['encode']): JsonSchema {
  const spelled = encode(1)
  if (typeof spelled === 'number') return { type: 'number' }
  return schemaRef(spelled === '0.01' ? 'Yuan' : 'Fen')
}

function oneOf(values: readonly unknown[]): JsonSchema {
  const [first] = values
  if (typeof first === 'boolean') return { type: 'boolean' }
  return { type: typeof first, enum: [...new Set(values)] }
}

// The last schema of a pipe, which is the narrowest.
function last(schema: SchemaNode): SchemaNode {
  const found = (schema.pipe ?? []).findLast((part) => part.kind === 'schema' && part !== schema)
  return found === undefined ? schema : last(found)
}

const isSchemaNode = (option: unknown): option is SchemaNode =>
  typeof option === 'object' && option !== null && 'kind' in option && 'type' in option

function inner(schema: SchemaNode | undefined): SchemaNode {
  if (schema === undefined) throw new Error('A schema of the contract without what it holds')
  return schema
}
