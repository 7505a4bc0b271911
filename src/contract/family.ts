import * as v from 'valibot'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import { requiredKey, nullableCodec, recordCodec, textCodec } from './codec.ts'
import {
  FamilyHouseholdOutput,
  type FamilyHousehold,
  FamilyHouseholdInput,
} from './family-household.ts'
import { PersonalDetails, StoredPersonalDetails } from './personal-details.ts'
import type { QueuedForm } from './queued-form.ts'
import { restoreIdNumbers } from './restore-id-numbers.ts'
import { acceptIfKeyPresent, acceptIfResultsTrue } from './rules.ts'

const FamilyOutput = recordCodec({ household: requiredKey('results', FamilyHouseholdOutput) })
const ByStudent = recordCodec({ student: requiredKey('stuCode', textCodec()) })

/** Personal and family information (FAM). */
export const family = {
  find: defineRead({
    path: '/api/NewReports/findFamily',
    who: 'student',
    offline: 'cached',
    input: ByStudent,
    output: FamilyOutput,
    rule: acceptIfKeyPresent('results', { orNull: true }),
  }),
  add: defineQueuedWrite({
    path: '/api/NewReports/addNewReports',
    who: 'student',
    form: 'family',
    input: FamilyHouseholdInput,
    output: recordCodec({}),
    rule: acceptIfResultsTrue,
  }),
  update: defineQueuedWrite({
    path: '/api/NewReports/updateNewReports',
    who: 'student',
    form: 'family',
    input: FamilyHouseholdInput,
    output: recordCodec({}),
    rule: acceptIfResultsTrue,
  }),
  details: defineRead({
    path: '/api/perDetiles/find',
    who: 'student',
    input: ByStudent,
    output: recordCodec({ details: requiredKey('data', nullableCodec(StoredPersonalDetails)) }),
  }),
  saveDetails: defineWrite({
    path: '/api/perDetiles/save',
    who: 'student',
    input: PersonalDetails,
  }),
}

/** The queued form of family information. */
export const familyForm = {
  name: 'family',
  schemaVersion: 1,
  payload: FamilyHouseholdInput,
  upcasters: {},
  sendAfter: [],
  replaces: true,
  find: family.find,
  completePayload: (household, answer) => {
    const found = v.safeParse(FamilyOutput.decode, answer)
    const known = found.success ? (found.output.household?.members ?? []) : []
    return { ...household, members: restoreIdNumbers(household.members, known) }
  },
  add: family.add,
  update: family.update,
} satisfies QueuedForm<FamilyHousehold>
