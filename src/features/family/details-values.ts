import * as v from 'valibot'
import type { CallOutput } from '#contract/call'
import type { family } from '#contract/family'
import type { PersonalDetails } from '#contract/personal-details'

/** An empty family member. */
export const createBlankRelative: PersonalDetails['members'][number] = {
  name: '',
  relation: '',
  phone: '',
}

/** Converts stored details, if any, to form values. The code is never stored. */
export const toDetailsValues = (
  stored: CallOutput<typeof family.details>['details'] | undefined,
  student: string,
): PersonalDetails => ({
  name: '',
  wechat: '',
  email: '',
  phone: '',
  members: [],
  ...stored,
  student,
  code: '',
})

const Relative = v.object({ name: v.string(), relation: v.string(), phone: v.string() })
const Draft = v.object({
  values: v.object({
    name: v.string(),
    wechat: v.string(),
    email: v.string(),
    phone: v.string(),
    members: v.array(Relative),
  }),
})

/** Parses the draft of the details; undefined if it is invalid. */
export function parseDetailsDraft(draft: unknown, student: string): PersonalDetails | undefined {
  const read = v.safeParse(Draft, draft)
  return read.success ? { ...read.output.values, student, code: '' } : undefined
}
