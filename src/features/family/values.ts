import * as v from 'valibot'
import {
  type FamilyMember,
  storedFamilyHouseholdSchema,
  type StoredFamilyHousehold,
} from '#contract/family-household'

/**
 * What the form holds while it is filled in: as the record, but the willingness may still be open.
 */
export type FamilyFormValues = StoredFamilyHousehold

/** Whose form it is, for which step, and the number that stands in it before anything was said. */
export interface FormOwner {
  readonly student: string
  readonly step: string
  readonly phone: string
}

/** A member of whom nothing is known yet. */
export const blankMember: FamilyMember = {
  name: '',
  relation: '',
  phone: '',
  idNumber: '',
  job: '',
  workplace: '',
}

// What is typed and sent is written down on the phone, ID numbers never (D-105); the sender fills
// in what the university has.
const withoutIdNumber = (member: FamilyMember): FamilyMember => ({ ...member, idNumber: '' })

/** What the form shows of a record; a new one has one empty member and nothing chosen. */
export const toFormValues = (
  record: StoredFamilyHousehold | undefined,
  { student, step, phone }: FormOwner,
): FamilyFormValues => ({
  phone,
  nativePlace: '',
  originPlace: '',
  householdType: '',
  willing: null,
  ...record,
  members: record?.members.map(withoutIdNumber) ?? [blankMember],
  student,
  step,
})

/** A stored submission as a record, whatever today's rules are. */
export function readRecord(payload: unknown): StoredFamilyHousehold | undefined {
  const read = v.safeParse(storedFamilyHouseholdSchema, payload)
  return read.success ? read.output : undefined
}

const Draft = v.object({
  phone: v.string(),
  nativePlace: v.string(),
  originPlace: v.string(),
  householdType: v.string(),
  willing: v.nullable(v.boolean()),
  members: v.array(
    v.object({
      name: v.string(),
      relation: v.string(),
      phone: v.string(),
      job: v.string(),
      workplace: v.string(),
      memberId: v.optional(v.string()),
    }),
  ),
})

/** What was typed and not submitted, if it is readable. */
export function readDraft(
  values: unknown,
  { student, step }: FormOwner,
): FamilyFormValues | undefined {
  const read = v.safeParse(Draft, values)
  if (!read.success) return undefined
  return {
    ...read.output,
    members: read.output.members.map((member) => ({ ...blankMember, ...member })),
    student,
    step,
  }
}
