import { familyForm } from '#contract/family'
import type { Household, Member } from '#contract/household'
import { withKnownNumbers } from '#contract/known-numbers'
import { writeOver } from '../../platform/database/versions.ts'
import type { Outcome } from '../../platform/http/handler.ts'
import { deskForm, type FormAsk } from '../forms/face.ts'
import { markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

/** Its name in tags. */
export const FORM = 'family'
const PAGE = 'personalinformation'

/** Save a household over the version that its writer saw. */
export async function saveWords(ask: FormAsk<Household>): Promise<Outcome<Record<never, never>>> {
  const { input, student, db, now, writer } = ask
  return writeOver(ask, {
    form: FORM,
    find: () => store.findHousehold(db, student.code),
    save: async (version, stored) => {
      const household = {
        ...input,
        members: knownAgain(input.members, stored?.household.members ?? []),
      }
      await store.saveHousehold(db, { household, student: student.code, version, writer, now })
      await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
}

// Only who is on record keeps an id, and '' leaves the number of the same person (FAM-16): our own
// app fills numbers in before it writes, others may not.
function knownAgain(members: readonly Member[], stored: readonly Member[]): Member[] {
  const left = new Map(stored.map((one) => [one.memberId, one]))
  return withKnownNumbers(members, stored).map((member) => {
    const known = left.get(member.memberId) ?? [...left.values()].find((one) => isSame(one, member))
    left.delete(known?.memberId)
    return { ...member, memberId: known?.memberId }
  })
}

const isSame = (one: Member, other: Member) =>
  one.name === other.name && one.relation === other.relation

/** The household as the office reads and writes it. */
export const familyDesk = deskForm({
  form: familyForm,
  page: PAGE,
  find: async (db, student) => {
    const found = await store.findHousehold(db, student)
    return found && { words: found.household, version: found.version }
  },
  complete: (household, stored) => ({
    ...household,
    members: withKnownNumbers(household.members, stored?.members ?? []),
  }),
  save: saveWords,
})
