import * as v from 'valibot'
import { queuedWrite, read, write } from './call.ts'
import { key, maybe, record, text } from './codec.ts'
import { Details, StoredDetails } from './details.ts'
import type { QueuedForm } from './form.ts'
import { FoundHousehold, type Household, HouseholdInfo } from './household.ts'
import { withKnownNumbers } from './known-numbers.ts'
import { codeZero, present, resultsTrue } from './rules.ts'

const FoundFamily = record({ household: key('results', FoundHousehold) })
const ByStudent = record({ student: key('stuCode', text()) })

/** Personal and family information (FAM). */
export const family = {
  find: read({
    path: '/api/NewReports/findFamily',
    who: 'student',
    offline: 'kept',
    input: ByStudent,
    output: FoundFamily,
    rule: present('results', { orNull: true }),
  }),
  add: queuedWrite({
    path: '/api/NewReports/addNewReports',
    who: 'student',
    form: 'family',
    input: HouseholdInfo,
    output: record({}),
    rule: resultsTrue,
  }),
  update: queuedWrite({
    path: '/api/NewReports/updateNewReports',
    who: 'student',
    form: 'family',
    input: HouseholdInfo,
    output: record({}),
    rule: resultsTrue,
  }),
  details: read({
    path: '/api/perDetiles/find',
    who: 'student',
    offline: 'live',
    input: ByStudent,
    output: record({ details: key('data', maybe(StoredDetails)) }),
    rule: codeZero,
  }),
  saveDetails: write({
    path: '/api/perDetiles/save',
    who: 'student',
    input: Details,
    output: record({}),
    rule: codeZero,
  }),
}

/** The family form as the outbox knows it. */
export const familyForm: QueuedForm<Household> = {
  name: 'family',
  schemaVersion: 1,
  payload: HouseholdInfo,
  upcasters: {},
  after: [],
  replaces: true,
  find: family.find,
  complete: (household, answer) => {
    const found = v.safeParse(FoundFamily.decode, answer)
    const known = found.success ? (found.output.household?.members ?? []) : []
    return { ...household, members: withKnownNumbers(household.members, known) }
  },
  add: family.add,
  update: family.update,
}
