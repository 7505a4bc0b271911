import { isDayOrEmpty, isTimeOrEmpty } from '#contract/fields'
import { isIdNumber } from '#contract/id-number'
import { withDescription, type JsonSchema } from './json-schema.ts'

/** The properties of a Valibot schema that this code reads; all of them are data. */
export interface SchemaNode {
  readonly kind: string
  readonly type: string
  readonly pipe?: readonly SchemaNode[]
  readonly wrapped?: SchemaNode
  readonly item?: SchemaNode
  readonly value?: SchemaNode
  readonly options?: readonly unknown[]
  readonly literal?: unknown
  readonly requirement?: unknown
  readonly message?: unknown
}

// Custom checks that a JSON Schema keyword can express.
const KEYWORDS_BY_CHECK: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [isDayOrEmpty, { format: 'date' }],
  [isTimeOrEmpty, { pattern: String.raw`^([01]\d|2[0-3]):[0-5]\d$`, examples: ['14:30'] }],
  [isIdNumber, { pattern: '^[A-Z0-9]{5,18}$' }],
])

/**
 * Adds the validations of a pipe to a schema: as keywords if a keyword exists, otherwise as a
 * description.
 */
export function addValidationKeywords(
  schema: JsonSchema,
  rules: readonly SchemaNode[],
): JsonSchema {
  // A shared schema has its validations in its own definition.
  if ('$ref' in schema) return schema
  return rules.reduce((so, rule) => {
    const { requirement } = rule
    const known = KEYWORDS_BY_CHECK.get(requirement)
    if (known !== undefined) return { ...so, ...known }
    switch (rule.type) {
      case 'non_empty':
        return { ...so, minLength: 1 }
      case 'min_length':
        return { ...so, [so['type'] === 'array' ? 'minItems' : 'minLength']: requirement }
      case 'max_length':
        return { ...so, [so['type'] === 'array' ? 'maxItems' : 'maxLength']: requirement }
      case 'min_value':
        return { ...so, minimum: requirement }
      case 'max_value':
        return { ...so, maximum: requirement }
      case 'integer':
        return { ...so, type: 'integer' }
      case 'email':
        return { ...so, format: 'email' }
      case 'regex':
        return requirement instanceof RegExp ? { ...so, pattern: requirement.source } : so
      default:
        return withDescription(so, describeValidation(rule))
    }
  }, schema)
}

/** All validations of a schema; the validations of the schemas in its pipe come first. */
export const listValidations = (schema: SchemaNode): SchemaNode[] =>
  (schema.pipe ?? []).flatMap((part) =>
    part.kind === 'schema'
      ? part === schema
        ? []
        : listValidations(part)
      : part.kind === 'validation'
        ? [part]
        : [],
  )

// A validation without a keyword is described by its error message.
function describeValidation({ message }: SchemaNode): string {
  const said: unknown = typeof message === 'function' ? message({ lang: 'en', input: '' }) : message
  return typeof said === 'string' ? `Else refused: “${said}”.` : ''
}
