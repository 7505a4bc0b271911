import * as v from 'valibot'
import {
  type FamilyMember,
  storedFamilyHouseholdSchema,
  type StoredFamilyHousehold,
} from '#contract/family-household'

/**
 * The form's values while it is filled in: the record's, except that the willingness may be
 * undecided.
 */
export type FamilyFormValues = StoredFamilyHousehold

/** The form's owner, its step, and the number that fills the form initially. */
export interface FormOwner {
  readonly student: string
  readonly step: string
  readonly phone: string
}

/** An empty family member. */
export const blankMember: FamilyMember = {
  name: '',
  relation: '',
  phone: '',
  idNumber: '',
  job: '',
  workplace: '',
}

// Drafts and submissions are stored on the phone, so ID numbers are removed (D-105). The sender
// fills in those known to the university.
const withoutIdNumber = (member: FamilyMember): FamilyMember => ({ ...member, idNumber: '' })

/** Converts a record to form values; a new form has one empty member and no choices. */
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

/** Parses a stored submission, whatever the current validation rules are. */
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

/** Parses the draft of the form; undefined if it is invalid. */
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
