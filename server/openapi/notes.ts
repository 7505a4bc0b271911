import { notes } from '#contract/notes'
import { described, type JsonSchema } from './json-schema.ts'

/** A schema with the note of its wire name, if there is one. */
export const noted = (wire: string, schema: JsonSchema): JsonSchema => {
  const note = Object.hasOwn(notes, wire) ? notes[wire] : undefined
  return note === undefined || '$ref' in schema ? schema : described(schema, note)
}
