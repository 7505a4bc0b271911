import * as v from 'valibot'
import { commonTexts } from '../i18n/common.ts'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage } from '../i18n/translate.ts'
import { BellScheduleValues } from './bell-schedule-fields.ts'
import { defineRead, defineWrite } from './call.ts'
import { campusFormOfStepPage } from './campus-form-names.ts'
import {
  withCodecChecks,
  type Codec,
  booleanCodec,
  requiredKey,
  listCodec,
  recordCodec,
  textCodec,
  type CodecValue,
} from './codec.ts'
import { requiredTextField } from './fields.ts'
import { noticeHtmlField } from './notice-publishing.ts'
import {
  bedsField,
  dayTextField,
  optionalMinuteField,
  optionalTextField,
  minuteField,
  nonEmptyTextField,
  wholeNumberFieldBetween,
  oneOfField,
  yesNoField,
  yuanField,
  yuanOrKeywordField,
} from './reference-data-fields.ts'
import type { StaffRole } from './roles.ts'
import { StudentFieldValues } from './student-field-values.ts'
import { LevelValues, ONBOARDING_STEP_PAGES } from './student-levels.ts'

export { BellScheduleValues, LevelValues, ONBOARDING_STEP_PAGES, StudentFieldValues }

// The page of a form of the campus is given by the form.
const stepPageField = textCodec(
  v.check(
    (page) =>
      campusFormOfStepPage(page) !== undefined ||
      ONBOARDING_STEP_PAGES.some((known) => known === page),
    validationMessage(commonTexts.badField),
  ),
)

/** A step of the flow. */
export const StepValues = recordCodec({
  order: wholeNumberFieldBetween({ min: 1, max: 999 }),
  title: nonEmptyTextField(),
  titleEn: optionalTextField(),
  page: stepPageField,
  skippable: yesNoField,
  needsDorm: yesNoField,
  opensAt: optionalMinuteField,
})
/** An entry of the home page. */
export const HomeEntryValues = recordCodec({
  order: wholeNumberFieldBetween({ min: 1, max: 99_999 }),
  title: nonEmptyTextField(50),
  titleEn: optionalTextField(),
  address: textCodec(
    v.check(
      (said) => said === '' || /^(\/(?![/\\])[^\s\\]*|https?:\/\/\S+)$/.test(said),
      validationMessage(referenceDataTexts.wrongAddress),
    ),
  ),
  icon: optionalTextField(50),
  menu: oneOfField(['0', '1', '2']),
  group: nonEmptyTextField(50),
  onHome: yesNoField,
  inAll: yesNoField,
  post: oneOfField(['', 'dorm-supervisor', 'review-teacher']),
  newUndergraduates: yesNoField,
  show: yesNoField,
  startsAt: optionalMinuteField,
})
/** A term. */
export const TermValues = withCodecChecks(
  recordCodec({
    label: textCodec(v.check(isTermName, validationMessage(referenceDataTexts.wrongTerm))),
    firstMonday: dayTextField,
    weeks: wholeNumberFieldBetween({ min: 1, max: 30 }),
  }),
  v.forward(
    v.check(
      ({ label, firstMonday }) => beginsInTerm(label, firstMonday),
      validationMessage(referenceDataTexts.otherYear),
    ),
    ['firstMonday'],
  ),
)
/** The period in which the courses of a term are evaluated. */
export const EvaluationPeriodValues = withCodecChecks(
  recordCodec({
    term: requiredTextField(referenceDataTexts.missing),
    opensAt: minuteField,
    closesAt: minuteField,
  }),
  v.forward(
    v.check(
      ({ opensAt, closesAt }) => opensAt < closesAt,
      validationMessage(referenceDataTexts.periodTurned),
    ),
    ['closesAt'],
  ),
)
/** An event of the calendar. */
export const EventValues = withCodecChecks(
  recordCodec({
    firstDay: dayTextField,
    lastDay: dayTextField,
    title: nonEmptyTextField(100),
    titleEn: optionalTextField(),
    holiday: yesNoField,
    /** The day whose lessons are held, as a day or a day of a teaching week; '' for the own. */
    follows: optionalTextField(40),
  }),
  v.forward(
    v.check(
      ({ firstDay, lastDay }) => firstDay <= lastDay,
      validationMessage(referenceDataTexts.daysTurned),
    ),
    ['lastDay'],
  ),
)
/** A type of dormitory. */
export const DormValues = recordCodec({
  name: nonEmptyTextField(50),
  nameEn: optionalTextField(),
  price: yuanField,
  places: wholeNumberFieldBetween({ min: 0, max: 100_000 }),
})
/** A room of a dormitory; `gender` '' is for all. */
export const RoomValues = recordCodec({
  building: nonEmptyTextField(100),
  room: nonEmptyTextField(20),
  type: nonEmptyTextField(100),
  beds: bedsField,
  gender: oneOfField(['', '1', '2']),
})
/** The pictures of packages that are part of the app; others are uploaded or imported. */
export const BUILT_IN_PACKAGE_PICTURES = [
  '/living/bedding.svg',
  '/living/quilt.svg',
  '/living/toiletries.svg',
  '/living/thermos.svg',
  '/living/lamp.svg',
  '/living/net.svg',
] as const
/** The longest data: URL of an uploaded picture, characters. */
const MOST_PICTURE = 80_000
/** A package of living supplies. */
export const PackageValues = recordCodec({
  catalogue: oneOfField(['1', '2']),
  name: nonEmptyTextField(50),
  nameEn: optionalTextField(),
  price: yuanField,
  mandatory: yesNoField,
  content: optionalTextField(300),
  contentEn: optionalTextField(300),
  /** A path of the app, or an uploaded picture (`UPLOADED_PICTURE_PREFIX`). */
  picture: optionalTextField(MOST_PICTURE),
})
/** A garment of the uniform, or a colour of it. */
export const GarmentOrColourValues = recordCodec({
  name: nonEmptyTextField(50),
  nameEn: optionalTextField(),
})
/** A size of a garment. `total` is the stock before any order. */
export const SizeValues = recordCodec({
  garment: nonEmptyTextField(50),
  size: nonEmptyTextField(20),
  remark: optionalTextField(100),
  remarkEn: optionalTextField(),
  total: wholeNumberFieldBetween({ min: 0, max: 1_000_000 }),
})
/** The minimum payment of students who must pay the full amount (D-57). */
export const FULL_PAYMENT_MINIMUM = '-1'
/** The minimum payment in a year for one group of students. */
export const MinimumPaymentValues = recordCodec({
  year: wholeNumberFieldBetween({ min: 1990, max: 2100 }),
  enrolment: nonEmptyTextField(20),
  least: yuanOrKeywordField(FULL_PAYMENT_MINIMUM),
})
/** The charge for one item in a year for one group of students; `enrolment` '' is every group. */
export const FeeItemValues = recordCodec({
  item: nonEmptyTextField(50),
  itemEn: optionalTextField(),
  year: wholeNumberFieldBetween({ min: 1990, max: 2100 }),
  enrolment: optionalTextField(20),
  amount: yuanField,
})
/** A paper of the admission check. */
export const AdmissionPaperValues = recordCodec({
  order: wholeNumberFieldBetween({ min: 1, max: 999 }),
  name: nonEmptyTextField(30),
  nameEn: optionalTextField(),
  required: yesNoField,
})
/** A station of the arrival besides the dormitory. */
export const StationValues = recordCodec({
  order: wholeNumberFieldBetween({ min: 1, max: 999 }),
  name: nonEmptyTextField(30),
  nameEn: optionalTextField(),
  /** The names of the stations that come before, one a line. */
  comesAfter: optionalTextField(1000),
  repeats: yesNoField,
  /** The work numbers of the staff who scan, one a line. */
  scanners: optionalTextField(4000),
})
/** A category of complaints. */
export const ComplaintCategoryValues = recordCodec({
  order: wholeNumberFieldBetween({ min: 1, max: 999 }),
  name: nonEmptyTextField(30),
  nameEn: optionalTextField(),
})
/** The English name of one of the school's texts. */
export const EnglishNameValues = recordCodec({
  chinese: nonEmptyTextField(200),
  english: nonEmptyTextField(300),
})
/** A page that the school writes. */
export const GuideValues = recordCodec({
  content: noticeHtmlField,
  contentEn: noticeHtmlField,
})
/** The names of the school and of the installed app. */
export const SchoolValues = recordCodec({
  name: optionalTextField(40),
  nameEn: optionalTextField(80),
  installName: optionalTextField(12),
})

type CodecWithFields = Pick<Codec<unknown>, 'fields'>

// A list shows the stored values without validation, so that a value which an editor would refuse
// does not break the page.
const asItStands = ({ fields = {} }: CodecWithFields) =>
  recordCodec(
    Object.fromEntries(
      Object.entries(fields).map(([name, { wire }]) => [name, requiredKey(wire, textCodec())]),
    ),
  )
const rowOf = (values: CodecWithFields) =>
  recordCodec({
    id: textCodec(),
    /**
     * The version of the row. The editor sends the version that it read with a save. If it differs
     * from the stored version, somebody else has changed the row.
     */
    version: textCodec(),
    values: asItStands(values),
    withdrawn: booleanCodec,
  })
/** A row that the office edits. */
export type EditableReferenceRow = CodecValue<ReturnType<typeof rowOf>>
/** A page of a list: its rows, the total number, and the cursor of the next page. */
export interface ReferenceRowPage {
  rows: EditableReferenceRow[]
  total: string
  /** '' at the end. */
  next: string
}

const TEXTS = ['administrator', 'admissions'] as const
const DORM = ['administrator', 'dorm-office'] as const
const MONEY = ['administrator', 'finance'] as const
const ALONE = ['administrator'] as const

const listed = (resource: string, who: readonly StaffRole[], values: CodecWithFields) =>
  defineRead({
    path: `/api/manage/${resource}/list`,
    who,
    input: recordCodec({
      find: textCodec(v.maxLength(100)),
      /** The cursor from the previous page's response; '' for the first page. */
      after: textCodec(v.regex(/^\d{0,9}$/)),
      /** The id of the row to open in an editor; '' to read the list. */
      id: textCodec(v.maxLength(400)),
    }),
    output: recordCodec({
      rows: requiredKey('data', listCodec(rowOf(values))),
      total: textCodec(),
      next: textCodec(),
    }),
  })
/** Declares the save of a row; `id` is '' for a new row. */
const saved = <V>(resource: string, who: readonly StaffRole[], values: Codec<V>, images?: 1) =>
  defineWrite({
    path: `/api/manage/${resource}/save`,
    who,
    input: recordCodec({
      id: textCodec(),
      version: textCodec(),
      values,
    }),
    output: recordCodec({ id: textCodec() }),
    ...(images !== undefined && { maxImages: images }),
  })
/**
 * Declares the withdrawal of a row. A withdrawn row is no longer offered; saving it offers it
 * again.
 */
const withdrawn = (resource: string, who: readonly StaffRole[]) =>
  defineWrite({
    path: `/api/manage/${resource}/withdraw`,
    who,
    input: recordCodec({
      id: textCodec(),
      version: textCodec(),
      reason: requiredTextField(referenceDataTexts.reasonNeeded, 500),
    }),
  })

/** Declares the three calls of a kind of data: `rows`, `saveRow` and `withdrawRow`. */
const edited = <const Rows extends string, const Row extends string, V>(
  rows: Rows,
  row: Row,
  who: readonly StaffRole[],
  values: Codec<V>,
) =>
  ({
    [rows]: listed(rows, who, values),
    [`save${row}`]: saved(rows, who, values),
    [`withdraw${row}`]: withdrawn(rows, who),
  }) as Record<Rows, ReturnType<typeof listed>> &
    Record<`save${Row}`, ReturnType<typeof saved<V>>> &
    Record<`withdraw${Row}`, ReturnType<typeof withdrawn>>

/**
 * The reference data that a school edits without SQL. Each kind of data has a list, a save and a
 * withdrawal.
 */
export const referenceData = {
  ...edited('steps', 'Step', TEXTS, StepValues),
  ...edited('entries', 'Entry', TEXTS, HomeEntryValues),
  ...edited('terms', 'Term', TEXTS, TermValues),
  ...edited('evaluationPeriods', 'EvaluationPeriod', TEXTS, EvaluationPeriodValues),
  ...edited('bellSchedules', 'BellSchedule', TEXTS, BellScheduleValues),
  ...edited('events', 'Event', TEXTS, EventValues),
  guides: listed('guides', TEXTS, GuideValues),
  saveGuide: saved('guides', TEXTS, GuideValues, 1),
  ...edited('dorms', 'Dorm', DORM, DormValues),
  ...edited('rooms', 'Room', DORM, RoomValues),
  ...edited('packages', 'Package', TEXTS, PackageValues),
  ...edited('garments', 'Garment', TEXTS, GarmentOrColourValues),
  ...edited('sizes', 'Size', TEXTS, SizeValues),
  ...edited('colours', 'Colour', TEXTS, GarmentOrColourValues),
  levels: listed('levels', [...TEXTS, 'finance'], LevelValues),
  saveLevel: saved('levels', TEXTS, LevelValues),
  withdrawLevel: withdrawn('levels', TEXTS),
  ...edited('studentFields', 'StudentField', TEXTS, StudentFieldValues),
  ...edited('leasts', 'Least', MONEY, MinimumPaymentValues),
  ...edited('feeItems', 'FeeItem', MONEY, FeeItemValues),
  ...edited('admissionPapers', 'AdmissionPaper', TEXTS, AdmissionPaperValues),
  ...edited('stations', 'Station', TEXTS, StationValues),
  ...edited('complaintCategories', 'ComplaintCategory', TEXTS, ComplaintCategoryValues),
  names: listed('names', ALONE, EnglishNameValues),
  saveName: saved('names', ALONE, EnglishNameValues),
  school: listed('school', ALONE, SchoolValues),
  saveSchool: saved('school', ALONE, SchoolValues),
}

/** Whether this is a term's name with two consecutive years, such as 2026-2027学年第一学期. */
function isTermName(label: string): boolean {
  const years = yearsOf(label)
  return years !== undefined && years.to === years.from + 1
}

/**
 * Whether a term of this name can begin on this day. A first term begins in the second half of the
 * first year, and a second term in the first half of the second year. True for a text that is not a
 * term's name.
 */
function beginsInTerm(label: string, firstDay: string): boolean {
  const years = yearsOf(label)
  if (years === undefined) return true
  const month = Number(firstDay.slice(5, 7))
  const year = Number(firstDay.slice(0, 4))
  return label.includes('第一')
    ? year === years.from && month >= 7
    : year === years.to && month <= 6
}

function yearsOf(label: string): { from: number; to: number } | undefined {
  const found = /^(20\d\d)-(20\d\d)学年第[一二]学期$/.exec(label)
  return found === null ? undefined : { from: Number(found[1]), to: Number(found[2]) }
}
