import { campusFormAnswersCodec } from '#contract/campus-form-submission'
import type { Codec } from '#contract/codec'
import {
  FamilyHouseholdOutput,
  FamilyHouseholdInput,
  FamilyMember,
  SharedHouseholdFields,
  StoredFamilyMember,
  StoredSharedHouseholdFields,
} from '#contract/family-household'
import { GreenChannelApplication, applicationOrNullTextCodec } from '#contract/green-channel'
import { Person, Staff, Student } from '#contract/identity'
import { contract } from '#contract/index'
import { TimetableRow, TimetableGrid } from '#contract/timetable'
import { UniformGarmentRecords } from '#contract/uniform'
import { withDescription, type JsonSchema, constSchema } from './json-schema.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- codecs of any type
type AnyCodec = Codec<any>
type BuildSchema = (codec: AnyCodec) => JsonSchema

const householdOf = (spell: BuildSchema, shared: AnyCodec, member: AnyCodec): JsonSchema => ({
  type: 'array',
  description: 'One record a member; what concerns the student is repeated in each.',
  items: { allOf: [spell(shared), spell(member)] },
})

/** Schemas written by hand, for codecs whose wire format cannot be derived from their parts. */
export const manualSchemas: ReadonlyMap<AnyCodec, (spell: BuildSchema) => JsonSchema> = new Map<
  AnyCodec,
  (spell: BuildSchema) => JsonSchema
>([
  [
    campusFormAnswersCodec,
    () => ({
      type: 'object',
      description:
        'The answers by the names of the questions: a text, a list of texts, or an object; of a repetition, a list of such objects.',
      additionalProperties: {
        type: ['string', 'array', 'object'],
        items: { type: ['string', 'object'] },
      },
    }),
  ],
  [Person, (spell) => ({ anyOf: [spell(Staff), spell(Student)] })],
  [
    applicationOrNullTextCodec,
    (spell) => ({ anyOf: [spell(GreenChannelApplication), constSchema('null')] }),
  ],
  [
    TimetableGrid,
    (spell) => ({
      type: 'object',
      description: "Rows by period, '1' to '9', each with seven cells, Monday first.",
      additionalProperties: spell(TimetableRow),
    }),
  ],
  [
    FamilyHouseholdInput,
    (spell) => ({
      type: 'object',
      required: ['info'],
      properties: {
        info: {
          type: 'string',
          description: 'JSON text of a list.',
          contentMediaType: 'application/json',
          contentSchema: {
            ...householdOf(spell, SharedHouseholdFields, FamilyMember),
            minItems: 1,
          },
        },
      },
    }),
  ],
  [
    FamilyHouseholdOutput,
    (spell) => householdOf(spell, StoredSharedHouseholdFields, StoredFamilyMember),
  ],
  ...[contract.uniform.add, contract.uniform.update].map(
    ({ input }): [AnyCodec, (spell: BuildSchema) => JsonSchema] => [
      input,
      (spell) => withDescription(spell(UniformGarmentRecords), 'One record a garment.'),
    ],
  ),
])
