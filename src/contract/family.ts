import * as v from 'valibot'
import { familyWords } from '../words/family.ts'
import { say } from '../words/say.ts'
import { queuedWrite, read, write } from './call.ts'
import { checked, type Codec, flagOr, key, list, maybe, record, text, type Value } from './codec.ts'
import { choice, DETAILS_PHONE, HOUSEHOLD_PHONE, mobile, needed } from './fields.ts'
import type { QueuedForm } from './form.ts'
import { plain } from './plain.ts'
import { codeZero, present, resultsTrue } from './rules.ts'

const words = familyWords

/** Relations of the household record: father, mother, other (FAM-14). */
export const RELATIONS = ['1', '2', '3'] as const
/** Household types: urban, rural, other (FAM-21). */
export const HOUSEHOLD_TYPES = ['1', '2', '3'] as const
/** Occupations on offer; the Chinese label itself is stored (D-42). */
export const JOBS = ['工人', '农民', '教师', '医生', '公务员', '警察', '记者', '科学家', '工程师', '销售员', '其他'] as const

const phone = mobile({ empty: words.phoneRequired, wrong: words.phoneWrong, pattern: HOUSEHOLD_PHONE })

const Member = record({
  name: key('guardian', needed(words.nameRequired)),
  relation: key('relation', choice(RELATIONS, words.relationRequired)),
  phone: key('phone', phone),
  /** Passed through unchanged, '' for a new member, never asked for; '' leaves what the campus has (D-40). */
  idNumber: key('guardianidentifyId', text()),
  job: key('job', needed(words.jobRequired)),
  workplace: key('workplace', needed(words.workplaceRequired)),
})
/** A member of the family. */
export type Member = Value<typeof Member>

const Shared = record({
  student: key('stuCode', text()),
  step: key('processId', text()),
  phone: key('stuPhone', phone),
  nativePlace: key('nativePlace', needed(words.nativePlaceRequired)),
  originPlace: key('students', needed(words.originPlaceRequired)),
  householdType: key('householdType', choice(HOUSEHOLD_TYPES, words.householdRequired)),
  /** Willing to move the household registration to the campus. */
  willing: key('migrateStatus', flagOr(words.migrationRequired)),
})

/** A student's household and family. */
export type Household = Value<typeof Shared> & { members: Member[] }

const members = v.pipe(v.array(Member.schema), v.minLength(1, say(words.oneMember)))
const HouseholdSchema: v.GenericSchema<unknown, Household> = v.pipe(
  v.intersect([Shared.schema, v.object({ members })]),
  v.transform((both): Household => both),
)

// The student-level keys stand in every record; the first counts when reading (D-40).
const toRecords = ({ members: family, ...shared }: Household): unknown[] => {
  const repeated = Object(Shared.encode(shared))
  return family.map((member) => ({ ...Object(Member.encode(member)), ...repeated }))
}
const Records: v.GenericSchema<unknown, Household> = v.pipe(
  v.array(v.looseObject({})),
  v.minLength(1, say(words.oneMember)),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const shared = v.safeParse(Shared.decode, dataset.value[0])
    const family = dataset.value.map((wire) => v.safeParse(Member.decode, wire))
    const issue = [shared, ...family].flatMap((parsed) => parsed.issues ?? [])[0]
    if (issue !== undefined || !shared.success) {
      addIssue({ message: issue?.message ?? words.nameRequired.zh })
      return NEVER
    }
    return { ...shared.output, members: family.flatMap((member) => (member.success ? [member.output] : [])) }
  }),
)

/** The write's input: `info` is a JSON text of a list; a list is read too (D-40). */
const Info: Codec<Household> = {
  decode: v.pipe(
    v.object({ info: v.union([v.array(v.unknown()), v.pipe(v.string(), v.parseJson())]) }),
    v.transform(({ info }) => info),
    Records,
  ),
  encode: (household) => ({ info: JSON.stringify(toRecords(household)) }),
  schema: HouseholdSchema,
  wireKeys: ['info'],
}

const Found: Codec<Household | null> = {
  decode: v.union([
    v.pipe(
      v.strictTuple([]),
      v.transform(() => null),
    ),
    Records,
  ]),
  encode: (household) => (household === null ? [] : toRecords(household)),
  schema: v.nullable(HouseholdSchema),
}

/** Relations of the personal details form; never mixed with those of the household (FAM-37, D-37). */
export const DETAILS_RELATIONS = ['001', '002', '003', '004', '005'] as const

const isName = (value: string) => [...value].length >= 2 && [...value].length <= 6
const detailsPhone = mobile({ empty: words.detailsPhoneRequired, wrong: words.detailsPhoneWrong, pattern: DETAILS_PHONE })

/** The personal details form (FAM-36). */
export const Details = record({
  student: key('stuCode', text()),
  name: key(
    'uname',
    text(
      v.nonEmpty(say(words.nameRequired)),
      v.check((value) => value === '' || isName(value), say(words.nameWrong)),
    ),
  ),
  wechat: key('wxId', text(v.transform(plain), v.regex(/^[A-Za-z][A-Za-z0-9_-]{5,19}$/, say(words.wechatWrong)))),
  email: key('email', text(v.transform(plain), v.email(say(words.emailWrong)))),
  phone: key('phoneNum', detailsPhone),
  /** The code by SMS that proves the phone (D-37). */
  code: key(
    'codes',
    text(
      v.transform(plain),
      v.nonEmpty(say(words.codeRequired)),
      v.check((value) => value === '' || /^[A-Za-z0-9]+$/.test(value), say(words.codeWrong)),
    ),
  ),
  members: key(
    'family',
    checked(
      list(
        record({
          name: key('name', needed(words.nameRequired)),
          relation: key('relation', choice(DETAILS_RELATIONS, words.relationRequired)),
          phone: key('phone', detailsPhone),
        }),
      ),
      v.maxLength(2, say(words.twoMembers)),
    ),
  ),
})
/** What the personal details form holds. */
export type Details = Value<typeof Details>

const StoredDetails = record({
  name: key('uname', text()),
  wechat: key('wxId', text()),
  email: key('email', text()),
  phone: key('phoneNum', text()),
  members: key(
    'family',
    list(record({ name: key('name', text()), relation: key('relation', text()), phone: key('phone', text()) })),
  ),
})

const ByStudent = record({ student: key('stuCode', text()) })

/** Personal and family information (FAM). */
export const family = {
  find: read({
    path: '/api/NewReports/findFamily',
    who: 'student',
    offline: 'kept',
    input: ByStudent,
    output: record({ household: key('results', Found) }),
    rule: present('results'),
  }),
  add: queuedWrite({
    path: '/api/NewReports/addNewReports',
    who: 'student',
    form: 'family',
    input: Info,
    output: record({}),
    rule: resultsTrue,
  }),
  update: queuedWrite({
    path: '/api/NewReports/updateNewReports',
    who: 'student',
    form: 'family',
    input: Info,
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
  saveDetails: write({ path: '/api/perDetiles/save', who: 'student', input: Details, output: record({}), rule: codeZero }),
}

/** The family form as the outbox knows it. */
export const familyForm: QueuedForm<Household> = {
  name: 'family',
  schemaVersion: 1,
  payload: Info,
  upcasters: {},
  after: [],
  replaces: true,
  find: family.find,
  exists: (found) => v.is(v.object({ household: v.object({}) }), found),
  add: family.add,
  update: family.update,
}
