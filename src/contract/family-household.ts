import * as v from 'valibot'
import { familyTexts as texts } from '../i18n/family.ts'
import { validationMessage } from '../i18n/translate.ts'
import {
  type Codec,
  booleanCodecWithMessage,
  lenientBooleanCodec,
  requiredKey,
  optionalKey,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { choiceField, requiredTextField } from './fields.ts'
import { HOUSEHOLD_PHONE_PATTERN, mobileNumberField } from './phones.ts'

/** Relations of the household record: father, mother, other (FAM-14). */
export const FAMILY_RELATIONS = ['1', '2', '3'] as const
/** Household types: urban, rural, other (FAM-21). */
export const HOUSEHOLD_TYPES = ['1', '2', '3'] as const
/**
 * The campus's rule of choices: the occupations on offer, whose Chinese labels are stored (FAM-22,
 * D-42), and relations besides father, mother and other.
 */
export interface FamilyRule {
  readonly occupations: readonly string[]
  readonly relations: readonly string[]
}
/** The choices of the specification. */
export const FAMILY_RULE: FamilyRule = {
  occupations: [
    '工人',
    '农民',
    '教师',
    '医生',
    '公务员',
    '警察',
    '记者',
    '科学家',
    '工程师',
    '销售员',
    '其他',
  ],
  relations: [],
}

const phone = mobileNumberField({
  empty: texts.phoneRequired,
  wrong: texts.phoneWrong,
  pattern: HOUSEHOLD_PHONE_PATTERN,
})

/**
 * The id by which our backend recognises a member whose name was corrected; other backends have no
 * such id.
 */
const memberId = optionalKey('memberId', textCodec())

/** A member of the family. */
export const FamilyMember = recordCodec({
  name: requiredKey('guardian', requiredTextField(texts.nameRequired)),
  /** One of `FAMILY_RELATIONS`, or a relation that the campus has added; the backend checks it. */
  relation: requiredTextField(texts.relationRequired, 20),
  phone,
  /**
   * The ID number is not entered in the form and not stored on the phone: there it is ''. The
   * sender fills it in from the campus's record (D-40).
   */
  idNumber: requiredKey('guardianidentifyId', textCodec()),
  job: requiredTextField(texts.jobRequired),
  workplace: requiredTextField(texts.workplaceRequired),
  memberId,
})
/** A member of the family. */
export type FamilyMember = Omit<CodecValue<typeof FamilyMember>, 'memberId'> & {
  readonly memberId?: string | undefined
}

/** The household fields that each member's record repeats. */
export const SharedHouseholdFields = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
  phone: requiredKey('stuPhone', phone),
  nativePlace: requiredTextField(texts.nativePlaceRequired),
  originPlace: requiredKey('students', requiredTextField(texts.originPlaceRequired)),
  householdType: choiceField(HOUSEHOLD_TYPES, texts.householdRequired),
  /** Whether the student will move the household registration to the campus. */
  willing: requiredKey('migrateStatus', booleanCodecWithMessage(texts.migrationRequired)),
})

/** A student's household and family. */
export type FamilyHousehold = CodecValue<typeof SharedHouseholdFields> & { members: FamilyMember[] }

const members = v.pipe(
  v.array(FamilyMember.schema),
  v.minLength(1, validationMessage(texts.oneMember)),
)
const HouseholdSchema: v.GenericSchema<unknown, FamilyHousehold> = v.pipe(
  v.intersect([SharedHouseholdFields.schema, v.object({ members })]),
  v.transform((both): FamilyHousehold => both),
)

/**
 * A family member as the campus stores it, read leniently: the rules might have been different when
 * the record was written.
 */
export const StoredFamilyMember = recordCodec({
  name: requiredKey('guardian', textCodec()),
  relation: textCodec(),
  phone: textCodec(),
  idNumber: requiredKey('guardianidentifyId', textCodec()),
  job: textCodec(),
  workplace: textCodec(),
  memberId,
} satisfies Record<keyof FamilyMember, unknown>)
/** The household fields as the campus stores them, read leniently. */
export const StoredSharedHouseholdFields = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
  phone: requiredKey('stuPhone', textCodec()),
  nativePlace: textCodec(),
  originPlace: requiredKey('students', textCodec()),
  householdType: textCodec(),
  willing: requiredKey('migrateStatus', lenientBooleanCodec),
} satisfies Record<Exclude<keyof FamilyHousehold, 'members'>, unknown>)
/** A household as the campus stores it. */
export type StoredFamilyHousehold = CodecValue<typeof StoredSharedHouseholdFields> & {
  members: FamilyMember[]
}

// The student's fields are the same in every record, so only those of the first record are read
// (D-40).
const toRecords = <S>(
  shared: Codec<S>,
  { members: family, ...own }: S & { members: FamilyMember[] },
): unknown[] => {
  const repeated = Object(shared.encode(own as S))
  return family.map((member) => ({
    ...Object(FamilyMember.encode({ memberId: undefined, ...member })),
    ...repeated,
  }))
}
// A path item of an issue, in Valibot's format.
const step = (key: string | number, value: unknown): v.UnknownPathItem => ({
  type: 'unknown',
  origin: 'value',
  input: undefined,
  key,
  value,
})

const recordsOf = <S>(
  shared: Codec<S>,
  member: Pick<Codec<FamilyMember>, 'decode'>,
): v.GenericSchema<unknown, S & { members: FamilyMember[] }> =>
  v.pipe(
    v.array(v.looseObject({})),
    v.minLength(1, validationMessage(texts.oneMember)),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const own = v.safeParse(shared.decode, dataset.value[0])
      const family = dataset.value.map((wire) => v.safeParse(member.decode, wire))
      const [issue] = [
        ...(own.issues ?? []).map((one) => ({ message: one.message, path: one.path ?? [] })),
        ...family.flatMap(({ issues = [] }, at) =>
          issues.map((one) => ({
            message: one.message,
            path: [step('members', family), step(at, one.input), ...(one.path ?? [])],
          })),
        ),
      ]
      if (issue !== undefined || !own.success) {
        const [first, ...rest] = issue?.path ?? []
        addIssue({
          message: issue?.message ?? texts.nameRequired.zh,
          ...(first !== undefined && { path: [first, ...rest] }),
        })
        return NEVER
      }
      return {
        ...own.output,
        members: family.flatMap((read) => (read.success ? [read.output] : [])),
      }
    }),
  )

/** The input of the write. `info` is the JSON text of a list; a list is also accepted (D-40). */
export const FamilyHouseholdInput: Codec<FamilyHousehold> = {
  decode: v.pipe(
    v.object({ info: v.union([v.array(v.unknown()), v.pipe(v.string(), v.parseJson())]) }),
    v.transform(({ info }) => info),
    recordsOf(SharedHouseholdFields, FamilyMember),
  ),
  encode: (household) => ({ info: JSON.stringify(toRecords(SharedHouseholdFields, household)) }),
  schema: HouseholdSchema,
  wireKeys: ['info'],
}

/** A stored household: on the phone, or read from the campus. */
export const storedFamilyHouseholdSchema: v.GenericSchema<unknown, StoredFamilyHousehold> = v.pipe(
  v.intersect([
    StoredSharedHouseholdFields.schema,
    v.object({ members: v.array(StoredFamilyMember.schema) }),
  ]),
  v.transform((both): StoredFamilyHousehold => both),
)

/** The output of reading a household: null, or its records. */
export const FamilyHouseholdOutput: Codec<StoredFamilyHousehold | null> = {
  decode: v.union([
    v.pipe(
      v.union([v.strictTuple([]), v.null(), v.picklist(['', 'null'])]),
      v.transform(() => null),
    ),
    recordsOf(StoredSharedHouseholdFields, StoredFamilyMember),
  ]),
  encode: (household) =>
    household === null ? [] : toRecords(StoredSharedHouseholdFields, household),
  schema: v.nullable(storedFamilyHouseholdSchema),
}
