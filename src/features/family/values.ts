import * as v from 'valibot'
import {
  type FamilyMember,
  storedFamilyHouseholdSchema,
  type StoredFamilyHousehold,
} from '#contract/family-household'

/**
 * The form's values while the user fills it in. They are the record's values, except that the
 * willingness can be undecided.
 */
export type FamilyFormValues = StoredFamilyHousehold

/** The form's owner, its step, and the number that fills the form initially. */
export interface FamilyFormOwner {
  readonly student: string
  readonly step: string
  readonly phone: string
}

/** An empty family member. */
export const createBlankFamilyMember: FamilyMember = {
  name: '',
  relation: '',
  phone: '',
  idNumber: '',
  job: '',
  workplace: '',
}

// Removes the ID number: drafts and submissions are stored on the phone, which must not store ID
// numbers (D-105). The sender fills in the ID numbers that the university knows.
const withoutIdNumber = (member: FamilyMember): FamilyMember => ({ ...member, idNumber: '' })

/** Converts a record to form values; a new form has one empty member and no choices. */
export const toFamilyFormValues = (
  record: StoredFamilyHousehold | undefined,
  { student, step, phone }: FamilyFormOwner,
): FamilyFormValues => ({
  phone,
  nativePlace: '',
  originPlace: '',
  householdType: '',
  willing: null,
  ...record,
  members: record?.members.map(withoutIdNumber) ?? [createBlankFamilyMember],
  student,
  step,
})

/** Parses a stored submission, whatever the current validation rules are. */
export function parseFamilyRecord(payload: unknown): StoredFamilyHousehold | undefined {
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
    } satisfies Record<Exclude<keyof FamilyMember, 'idNumber'>, unknown>),
  ),
})

/** Parses the draft of the form; undefined if it is invalid. */
export function parseFamilyDraft(
  values: unknown,
  { student, step }: FamilyFormOwner,
): FamilyFormValues | undefined {
  const read = v.safeParse(Draft, values)
  if (!read.success) return undefined
  return {
    ...read.output,
    members: read.output.members.map((member) => ({ ...createBlankFamilyMember, ...member })),
    student,
    step,
  }
}
