import { wireNameNotes } from '#contract/wire-name-notes'
import { withDescription, type JsonSchema } from './json-schema.ts'

/** A schema with the note of its wire name, if there is one. */
export const withWireNote = (wire: string, schema: JsonSchema): JsonSchema => {
  const note = Object.hasOwn(wireNameNotes, wire) ? wireNameNotes[wire] : undefined
  return note === undefined || '$ref' in schema ? schema : withDescription(schema, note)
}
