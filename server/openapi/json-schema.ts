/** A schema of OpenAPI 3.1: JSON Schema 2020-12. */
export type JsonSchema = { readonly [Keyword: string]: unknown }

/** A reference to a shared schema. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** The schema of a constant. */
export const constSchema = (value: unknown): JsonSchema => ({ const: value })

/** The schema of an object with these keys; all keys are required unless stated otherwise. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

/** A nullable schema. */
export const nullableSchema = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
})

/** Appends sentences to the description of a schema. */
export function withDescription(schema: JsonSchema, ...sentences: readonly string[]): JsonSchema {
  const said = [schema['description'], ...sentences].filter(
    (one) => typeof one === 'string' && one !== '',
  )
  return said.length === 0 ? schema : { ...schema, description: said.join(' ') }
}
