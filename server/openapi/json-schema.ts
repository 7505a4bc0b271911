/** A schema as OpenAPI 3.1 has it: JSON Schema 2020-12. */
export type JsonSchema = { readonly [Keyword: string]: unknown }

/** The shared schema of this name. */
export const schemaRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** One value and no other. */
export const constSchema = (value: unknown): JsonSchema => ({ const: value })

/** An object of these keys; all are there unless said otherwise. */
export const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
})

/** This or nothing. */
export const orNull = (schema: JsonSchema): JsonSchema => ({
  anyOf: [schema, { type: 'null' }],
})

/** A schema with a further description after its own. */
export function withDescription(schema: JsonSchema, ...sentences: readonly string[]): JsonSchema {
  const said = [schema['description'], ...sentences].filter(
    (one) => typeof one === 'string' && one !== '',
  )
  return said.length === 0 ? schema : { ...schema, description: said.join(' ') }
}
