import { familyForm } from '#contract/family'
import type { FamilyHousehold, FamilyMember } from '#contract/family-household'
import { restoreIdNumbers } from '#contract/restore-id-numbers'
import type { HandlerResult } from '../../platform/http/handler.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { markFormStepDone } from '../onboarding-steps/public.ts'
import { defineQueuedOnBehalfForm, type FormSubmission } from '../student-forms/public.ts'
import * as store from './store.ts'

/** The form's name in ETags. */
export const FAMILY_FORM_NAME = 'family'
const PAGE = 'personalinformation'

/** Saves a household if the writer's version is current. */
export async function saveFamilyForm(
  ask: FormSubmission<FamilyHousehold>,
): Promise<HandlerResult<Record<never, never>>> {
  const { input, student, db, now, writer } = ask
  return writeIfCurrentVersion(ask, {
    form: FAMILY_FORM_NAME,
    find: () => store.findHousehold(db, student.code),
    save: async (version, stored) => {
      const payload = {
        ...input,
        members: restoreMemberFields(input.members, stored?.household.members ?? []),
      }
      await store.saveHousehold(db, { payload, student: student.code, version, writer, now })
      await markFormStepDone(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
}

// Only stored members keep their id. If an ID number is '', the stored number of the same member is
// kept (FAM-16), because other programs might not send the numbers that this app fills in.
function restoreMemberFields(
  members: readonly FamilyMember[],
  stored: readonly FamilyMember[],
): FamilyMember[] {
  const left = new Map(stored.map((one) => [one.memberId, one]))
  return restoreIdNumbers(members, stored).map((member) => {
    const known = left.get(member.memberId) ?? [...left.values()].find((one) => isSame(one, member))
    left.delete(known?.memberId)
    return { ...member, memberId: known?.memberId }
  })
}

const isSame = (one: FamilyMember, other: FamilyMember) =>
  one.name === other.name && one.relation === other.relation

/** The household form for the office. */
export const familyOnBehalfForm = defineQueuedOnBehalfForm({
  form: familyForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findHousehold(db, student)
    return found && { payload: found.household, version: found.version }
  },
  complete: (household, stored) => ({
    ...household,
    members: restoreIdNumbers(household.members, stored?.members ?? []),
  }),
  save: saveFamilyForm,
})
