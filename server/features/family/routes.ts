import type { family } from '#contract/family'
import type { Household, Member } from '#contract/household'
import { withKnownNumbers } from '#contract/known-numbers'
import { familyWords } from '#words/family'
import { tagOf, writeOver } from '../../platform/database/versions.ts'
import { byStudent, good, type Handlers, refused } from '../../platform/http/handler.ts'
import { isCode } from '../profile/face.ts'
import { markDoneByPage } from '../steps/face.ts'
import * as store from './store.ts'

const FORM = 'family'
const PAGE = 'personalinformation'

// The calls add and update do the same: the client cannot know whether a record exists by now
// (OFF-18).
const save = byStudent<Household, Record<never, never>>(async (ask) => {
  const { input, student, db, now } = ask
  return writeOver(ask, {
    form: FORM,
    find: () => store.findHousehold(db, student.code),
    save: async (version, stored) => {
      const household = {
        ...input,
        members: knownAgain(input.members, stored?.household.members ?? []),
      }
      await store.saveHousehold(db, { household, student: student.code, version, now })
      await markDoneByPage(db, { student: student.code, step: input.step, page: PAGE, now })
      return undefined
    },
  })
})

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

/** Personal and family information (FAM). */
export const familyHandlers: Handlers<typeof family> = {
  find: byStudent(async ({ student, db }) => {
    const found = await store.findHousehold(db, student.code)
    return good({ household: found?.household ?? null }, tagOf(FORM, found?.version ?? 0))
  }),
  add: save,
  update: save,
  details: byStudent(async ({ student, db }) =>
    good({ details: (await store.findDetails(db, student.code)) ?? null }),
  ),
  saveDetails: byStudent(async (ask) => {
    const { input, student, db, now } = ask
    // A university that sends no codes checks the number itself.
    const isSent = ask.tools.settings.sms !== 'none'
    if (isSent && input.code === '')
      return {
        type: 'invalid',
        issues: [{ path: 'codes', message: familyWords.codeRequired[ask.language] }],
      }
    if (isSent && !(await isCode(ask, { scene: 'details', phone: input.phone, code: input.code })))
      return refused(familyWords.codeMismatch)
    await store.saveDetails(db, { details: input, student: student.code, now })
    return good({})
  }),
}
