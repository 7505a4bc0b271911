import * as v from 'valibot'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage } from '../i18n/translate.ts'
import { defineRead, defineWrite } from './call.ts'
import { withChecks, type Codec, flag, key, list, record, text, type CodecValue } from './codec.ts'
import { requiredText } from './fields.ts'
import { noticeHtml } from './notice-publishing.ts'
import {
  bedsField,
  dayText,
  maybeMinute,
  maybeText,
  minuteText,
  requiredName,
  numberBetween,
  oneOf,
  yesOrNo,
  yuan,
  yuanAmountOr,
} from './reference-data-fields.ts'
import type { StaffRole } from './roles.ts'
import { codeZero } from './rules.ts'

/** The pages that a step of the flow may lead to. */
export const STEP_PAGES = [
  'personalinformation',
  'schoolInformation',
  'selectdorm',
  'militaryTrainingClothing',
  'onlinefee',
  'checkin',
  'livinguse',
] as const

/** A step of the flow. */
export const StepValues = record({
  order: key('order', numberBetween({ min: 1, max: 999 })),
  title: key('title', requiredName()),
  titleEn: key('titleEn', maybeText()),
  page: key('page', oneOf(STEP_PAGES)),
  skippable: key('skippable', yesOrNo),
  needsDorm: key('needsDorm', yesOrNo),
  opensAt: key('opensAt', maybeMinute),
})
/** An entry of the home page. */
export const HomeEntryValues = record({
  order: key('order', numberBetween({ min: 1, max: 99_999 })),
  title: key('title', requiredName(50)),
  titleEn: key('titleEn', maybeText()),
  address: key(
    'address',
    text(
      v.check(
        (said) => said === '' || /^(\/(?![/\\])[^\s\\]*|https?:\/\/\S+)$/.test(said),
        validationMessage(referenceDataTexts.wrongAddress),
      ),
    ),
  ),
  icon: key('icon', maybeText(50)),
  menu: key('menu', oneOf(['0', '1', '2'])),
  group: key('group', requiredName(50)),
  onHome: key('onHome', yesOrNo),
  inAll: key('inAll', yesOrNo),
  post: key('post', oneOf(['', 'dorm-supervisor', 'review-teacher'])),
  newUndergraduates: key('newUndergraduates', yesOrNo),
  show: key('show', yesOrNo),
  startsAt: key('startsAt', maybeMinute),
})
/** A term. */
export const TermValues = withChecks(
  record({
    label: key('label', text(v.check(isTermName, validationMessage(referenceDataTexts.wrongTerm)))),
    firstMonday: key('firstMonday', dayText),
    weeks: key('weeks', numberBetween({ min: 1, max: 30 })),
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
export const EvaluationPeriodValues = withChecks(
  record({
    term: key('term', requiredText(referenceDataTexts.missing)),
    opensAt: key('opensAt', minuteText),
    closesAt: key('closesAt', minuteText),
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
export const EventValues = withChecks(
  record({
    firstDay: key('firstDay', dayText),
    lastDay: key('lastDay', dayText),
    title: key('title', requiredName(100)),
    titleEn: key('titleEn', maybeText()),
    holiday: key('holiday', yesOrNo),
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
export const DormValues = record({
  name: key('name', requiredName(50)),
  nameEn: key('nameEn', maybeText()),
  price: key('price', yuan),
  places: key('places', numberBetween({ min: 0, max: 100_000 })),
})
/** A room of a dormitory; `gender` '' is for all. */
export const RoomValues = record({
  building: key('building', requiredName(100)),
  room: key('room', requiredName(20)),
  type: key('type', requiredName(100)),
  beds: key('beds', bedsField),
  gender: key('gender', oneOf(['', '1', '2'])),
})
/** The pictures of packages that are part of the app; others are uploaded or imported. */
export const PACKAGE_PICTURES = [
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
export const PackageValues = record({
  catalogue: key('catalogue', oneOf(['1', '2'])),
  name: key('name', requiredName(50)),
  nameEn: key('nameEn', maybeText()),
  price: key('price', yuan),
  mandatory: key('mandatory', yesOrNo),
  content: key('content', maybeText(300)),
  contentEn: key('contentEn', maybeText(300)),
  /** A path of the app, or an uploaded picture (`UPLOADED_PICTURE_PREFIX`). */
  picture: key('picture', maybeText(MOST_PICTURE)),
})
/** A garment of the uniform, or a colour of it. */
export const GarmentOrColourValues = record({
  name: key('name', requiredName(50)),
  nameEn: key('nameEn', maybeText()),
})
/** A size of a garment. `total` is the stock before any order. */
export const SizeValues = record({
  garment: key('garment', requiredName(50)),
  size: key('size', requiredName(20)),
  remark: key('remark', maybeText(100)),
  remarkEn: key('remarkEn', maybeText()),
  total: key('total', numberBetween({ min: 0, max: 1_000_000 })),
})
/** The minimum payment of students who must pay the full amount (D-57). */
export const FULL_PAYMENT_ONLY = '-1'
/** The minimum payment of a kind of student in a year. */
export const MinimumPaymentValues = record({
  year: key('year', numberBetween({ min: 1990, max: 2100 })),
  enrolment: key('enrolment', oneOf(['1', '2'])),
  least: key('least', yuanAmountOr(FULL_PAYMENT_ONLY)),
})
/** The charge for one item in a year for a kind of student; `enrolment` '' is every kind. */
export const FeeItemValues = record({
  item: key('item', requiredName(50)),
  itemEn: key('itemEn', maybeText()),
  year: key('year', numberBetween({ min: 1990, max: 2100 })),
  enrolment: key('enrolment', oneOf(['', '1', '2'])),
  amount: key('amount', yuan),
})
/** A category of complaints. */
export const ComplaintCategoryValues = record({
  order: key('order', numberBetween({ min: 1, max: 999 })),
  name: key('name', requiredName(30)),
  nameEn: key('nameEn', maybeText()),
})
/** The English name of one of the school's texts. */
export const EnglishNameValues = record({
  chinese: key('chinese', requiredName(200)),
  english: key('english', requiredName(300)),
})
/** A page that the school writes. */
export const GuideValues = record({
  content: key('content', noticeHtml),
  contentEn: key('contentEn', noticeHtml),
})
/** The names of the school and of the installed app. */
export const SchoolValues = record({
  name: key('name', maybeText(40)),
  nameEn: key('nameEn', maybeText(80)),
  installName: key('installName', maybeText(12)),
})

type CodecWithFields = Pick<Codec<unknown>, 'fields'>

// A list shows the stored values without validation, so that a value which an editor would refuse
// does not break the page.
const asItStands = ({ fields = {} }: CodecWithFields) =>
  record(
    Object.fromEntries(Object.entries(fields).map(([name, { wire }]) => [name, key(wire, text())])),
  )
const rowOf = (values: CodecWithFields) =>
  record({
    id: key('id', text()),
    /**
     * Sent with a save as the version that the editor read; if it differs, somebody else has
     * changed the row.
     */
    version: key('version', text()),
    values: key('values', asItStands(values)),
    withdrawn: key('withdrawn', flag),
  })
/** A row that the office edits. */
export type EditedRow = CodecValue<ReturnType<typeof rowOf>>
/** A page of a list: its rows, the total number, and the cursor of the next page. */
export interface RowPage {
  rows: EditedRow[]
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
    offline: 'online-only',
    input: record({
      find: key('find', text(v.maxLength(100))),
      /** The cursor from the previous page's response; '' for the first page. */
      after: key('after', text(v.regex(/^\d{0,9}$/))),
      /** The id of the row that an editor opens; '' for the list. */
      id: key('id', text(v.maxLength(400))),
    }),
    output: record({
      rows: key('data', list(rowOf(values))),
      total: key('total', text()),
      next: key('next', text()),
    }),
    rule: codeZero,
  })
/** Declares the save of a row; `id` is '' for a new row. */
const saved = <V>(resource: string, who: readonly StaffRole[], values: Codec<V>, images?: 1) =>
  defineWrite({
    path: `/api/manage/${resource}/save`,
    who,
    input: record({
      id: key('id', text()),
      version: key('version', text()),
      values: key('values', values),
    }),
    output: record({ id: key('id', text()) }),
    rule: codeZero,
    ...(images !== undefined && { maxImages: images }),
  })
/** Declares the withdrawal of a row: it is no longer offered; a save restores it. */
const withdrawn = (resource: string, who: readonly StaffRole[]) =>
  defineWrite({
    path: `/api/manage/${resource}/withdraw`,
    who,
    input: record({
      id: key('id', text()),
      version: key('version', text()),
      reason: key('reason', requiredText(referenceDataTexts.reasonNeeded, 500)),
    }),
    output: record({}),
    rule: codeZero,
  })

/**
 * The reference data that a school edits without SQL: for each kind a list, a save and a
 * withdrawal.
 */
export const referenceData = {
  steps: listed('steps', TEXTS, StepValues),
  saveStep: saved('steps', TEXTS, StepValues),
  withdrawStep: withdrawn('steps', TEXTS),
  entries: listed('entries', TEXTS, HomeEntryValues),
  saveEntry: saved('entries', TEXTS, HomeEntryValues),
  withdrawEntry: withdrawn('entries', TEXTS),
  terms: listed('terms', TEXTS, TermValues),
  saveTerm: saved('terms', TEXTS, TermValues),
  withdrawTerm: withdrawn('terms', TEXTS),
  evaluationPeriods: listed('evaluationPeriods', TEXTS, EvaluationPeriodValues),
  saveEvaluationPeriod: saved('evaluationPeriods', TEXTS, EvaluationPeriodValues),
  withdrawEvaluationPeriod: withdrawn('evaluationPeriods', TEXTS),
  events: listed('events', TEXTS, EventValues),
  saveEvent: saved('events', TEXTS, EventValues),
  withdrawEvent: withdrawn('events', TEXTS),
  guides: listed('guides', TEXTS, GuideValues),
  saveGuide: saved('guides', TEXTS, GuideValues, 1),
  dorms: listed('dorms', DORM, DormValues),
  saveDorm: saved('dorms', DORM, DormValues),
  withdrawDorm: withdrawn('dorms', DORM),
  rooms: listed('rooms', DORM, RoomValues),
  saveRoom: saved('rooms', DORM, RoomValues),
  withdrawRoom: withdrawn('rooms', DORM),
  packages: listed('packages', TEXTS, PackageValues),
  savePackage: saved('packages', TEXTS, PackageValues),
  withdrawPackage: withdrawn('packages', TEXTS),
  garments: listed('garments', TEXTS, GarmentOrColourValues),
  saveGarment: saved('garments', TEXTS, GarmentOrColourValues),
  withdrawGarment: withdrawn('garments', TEXTS),
  sizes: listed('sizes', TEXTS, SizeValues),
  saveSize: saved('sizes', TEXTS, SizeValues),
  withdrawSize: withdrawn('sizes', TEXTS),
  colours: listed('colours', TEXTS, GarmentOrColourValues),
  saveColour: saved('colours', TEXTS, GarmentOrColourValues),
  withdrawColour: withdrawn('colours', TEXTS),
  leasts: listed('leasts', MONEY, MinimumPaymentValues),
  saveLeast: saved('leasts', MONEY, MinimumPaymentValues),
  withdrawLeast: withdrawn('leasts', MONEY),
  feeItems: listed('feeItems', MONEY, FeeItemValues),
  saveFeeItem: saved('feeItems', MONEY, FeeItemValues),
  withdrawFeeItem: withdrawn('feeItems', MONEY),
  complaintCategories: listed('complaintCategories', TEXTS, ComplaintCategoryValues),
  saveComplaintCategory: saved('complaintCategories', TEXTS, ComplaintCategoryValues),
  withdrawComplaintCategory: withdrawn('complaintCategories', TEXTS),
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
 * Whether a term of this name may begin on this day: the first term in the second half of the first
 * year, the second term in the first half of the second year. True for a text that is not a term's
 * name.
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
