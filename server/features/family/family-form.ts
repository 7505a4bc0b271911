import { familyForm } from '#contract/family'
import {
  FAMILY_RELATIONS,
  FAMILY_RULE,
  type FamilyHousehold,
  type FamilyMember,
  type FamilyRule,
} from '#contract/family-household'
import { restoreIdNumbers } from '#contract/restore-id-numbers'
import { campusRuleServerTexts as texts } from '#i18n/campus-rules-server'
import { familyTexts } from '#i18n/family'
import type { HandlerResult } from '../../platform/http/handler.ts'
import { writeIfCurrentVersion } from '../../platform/records/versioned-write.ts'
import { checkSubmission, type RuleProblem } from '../campus-rules/public.ts'
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
  const find = () => store.findHousehold(db, student.code)
  return checkSubmission(ask, {
    form: FAMILY_FORM_NAME,
    page: PAGE,
    check: async ({ family }) => {
      const why = explainMembers(input.members, family)
      // What the record has already stays allowed, since only the list on offer has changed.
      return why && explainMembers(input.members, family, (await find())?.household.members)
    },
    save: () =>
      writeIfCurrentVersion(ask, {
        form: FAMILY_FORM_NAME,
        find,
        save: async (version, stored) => {
          const payload = {
            ...input,
            members: restoreMemberFields(input.members, stored?.household.members ?? []),
          }
          await store.saveHousehold(db, { payload, student: student.code, version, writer, now })
          await markFormStepDone(db, { student: student.code, step: input.step, page: PAGE, now })
          return undefined
        },
      }),
  })
}

// The members' relations and occupations must be on offer. Occupations are checked only if the
// campus has a list of its own, because other programs send free text.
function explainMembers(
  members: readonly FamilyMember[],
  { relations, occupations }: FamilyRule,
  stored: readonly FamilyMember[] = [],
): RuleProblem | undefined {
  const hasOwnList = occupations.join('\n') !== FAMILY_RULE.occupations.join('\n')
  for (const [at, { relation, job }] of members.entries()) {
    if (
      ![...FAMILY_RELATIONS, ...relations].includes(relation) &&
      !stored.some((one) => one.relation === relation)
    )
      return { says: familyTexts.relationRequired, path: `members.${at}.relation` }
    if (hasOwnList && !occupations.includes(job) && !stored.some((one) => one.job === job))
      return { says: texts.unknownOccupation, path: `members.${at}.job` }
  }
  return undefined
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
