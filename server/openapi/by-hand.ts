import type { Codec } from '#contract/codec'
import { Application, orNullText } from '#contract/greenchannel'
import {
  FoundHousehold,
  HouseholdInfo,
  Member,
  Shared,
  StoredMember,
  StoredShared,
} from '#contract/household'
import { Person, Staff, Student } from '#contract/identity'
import { contract } from '#contract/index'
import { Cells, Grid } from '#contract/timetable'
import { Lines } from '#contract/uniform'
import { described, type JsonSchema, only } from './json-schema.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- codecs of any type
type AnyCodec = Codec<any>
type Spell = (codec: AnyCodec) => JsonSchema

const householdOf = (spell: Spell, shared: AnyCodec, member: AnyCodec): JsonSchema => ({
  type: 'array',
  description: 'One record a member; what concerns the student is repeated in each.',
  items: { allOf: [spell(shared), spell(member)] },
})

/**
 * The spellings that a codec makes in one piece, so that nothing of its parts can be told from
 * outside.
 */
export const byHand: ReadonlyMap<AnyCodec, (spell: Spell) => JsonSchema> = new Map<
  AnyCodec,
  (spell: Spell) => JsonSchema
>([
  [Person, (spell) => ({ anyOf: [spell(Staff), spell(Student)] })],
  [orNullText, (spell) => ({ anyOf: [spell(Application), only('null')] })],
  [
    Grid,
    (spell) => ({
      type: 'object',
      description: "Rows by period, '1' to '9', each with seven cells, Monday first.",
      additionalProperties: spell(Cells),
    }),
  ],
  [
    HouseholdInfo,
    (spell) => ({
      type: 'object',
      required: ['info'],
      properties: {
        info: {
          type: 'string',
          description: 'JSON text of a list.',
          contentMediaType: 'application/json',
          contentSchema: { ...householdOf(spell, Shared, Member), minItems: 1 },
        },
      },
    }),
  ],
  [FoundHousehold, (spell) => householdOf(spell, StoredShared, StoredMember)],
  ...[contract.uniform.add, contract.uniform.update].map(
    ({ input }): [AnyCodec, (spell: Spell) => JsonSchema] => [
      input,
      (spell) => described(spell(Lines), 'One record a garment.'),
    ],
  ),
])
