import { ENTRY_ICONS } from '#contract/entry-icons'
import { GUIDE_NAMES } from '#contract/guide'
import { HOME_APP_GROUP } from '#contract/home'
import * as contract from '#contract/reference-data'
import { STUDENT_FIELD_ROLES } from '#contract/student-field-values'
import { pageNameTexts } from '#i18n/page-names'
import { referenceDataTexts as texts } from '#i18n/reference-data'
import { entryIconTexts, packagePictureTexts } from '#i18n/reference-data-choices'
import { roleTexts } from '#i18n/staff-accounts'
import type { LocalizedText } from '#i18n/translate'
import { createMenuItem, type CatalogueMenuItem } from './catalogue.tsx'

const { referenceData } = contract
const TEXTS = ['administrator', 'admissions'] as const
const yes = { type: 'yes', initial: '0' } as const
const minute = { type: 'minute', hint: 'minuteHint' } as const
const name = { type: 'line', name: 'name', label: 'name', listed: true } as const
const nameEn = { type: 'line', name: 'nameEn', label: 'nameEn', listed: true } as const
const price = { type: 'digits', name: 'price', label: 'price', listed: true } as const
const titles = [
  { type: 'line', name: 'title', label: 'title', listed: true },
  { type: 'line', name: 'titleEn', label: 'titleEn', listed: true },
] as const
const order = { type: 'digits', name: 'order', label: 'order', listed: true } as const

const enrolment = {
  type: 'reference',
  list: referenceData.levels,
  of: 'name',
  byId: true,
  label: 'enrolment',
  initial: '2',
  listed: true,
} as const

/** The title of a page, by the first segment of its address. */
const pageName = (page: string): LocalizedText => {
  const {
    zh,
    en,
  }: Record<keyof LocalizedText, Readonly<Record<string, string>>> = pageNameTexts.names
  const known = page.toLowerCase()
  return { zh: zh[known] ?? page, en: en[known] ?? page }
}

/** All catalogues that the office edits, in menu order. */
export const referenceCatalogues: readonly CatalogueMenuItem[] = [
  createMenuItem({
    resource: 'guides',
    roles: TEXTS,
    values: contract.GuideValues,
    list: referenceData.guides,
    save: referenceData.saveGuide,
    fixed: true,
    called: (id) => GUIDE_NAMES.find((one) => one === id),
    fields: [
      { type: 'page', lang: 'zh-CN', name: 'content', label: 'pageZh' },
      { type: 'page', lang: 'en', name: 'contentEn', label: 'pageEn' },
    ],
  }),
  createMenuItem({
    resource: 'steps',
    roles: TEXTS,
    values: contract.StepValues,
    list: referenceData.steps,
    save: referenceData.saveStep,
    withdraw: referenceData.withdrawStep,
    fields: [
      ...titles,
      order,
      {
        type: 'choice',
        name: 'page',
        label: 'page',
        initial: contract.ONBOARDING_STEP_PAGES[0],
        options: contract.ONBOARDING_STEP_PAGES.map((page) => [page, pageName(page)] as const),
        unlisted: texts.campusForm,
      },
      { ...yes, name: 'skippable', label: 'skippable', listed: true },
      { ...yes, name: 'needsDorm', label: 'needsDorm' },
      { ...minute, name: 'opensAt', label: 'opensAt', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'entries',
    roles: TEXTS,
    values: contract.HomeEntryValues,
    list: referenceData.entries,
    save: referenceData.saveEntry,
    withdraw: referenceData.withdrawEntry,
    fields: [
      ...titles,
      { type: 'line', name: 'address', label: 'address', hint: 'addressHint', listed: true },
      { ...order, initial: '100' },
      {
        type: 'select',
        name: 'icon',
        label: 'icon',
        hint: 'iconHint',
        options: [
          ['', texts.none],
          ...ENTRY_ICONS.map((icon) => [icon, entryIconTexts[icon]] as const),
        ],
      },
      {
        type: 'choice',
        name: 'menu',
        label: 'menu',
        initial: '1',
        listed: true,
        options: [
          ['0', texts.menu0],
          ['1', texts.menu1],
          ['2', texts.menu2],
        ],
      },
      {
        type: 'shared',
        list: referenceData.entries,
        always: HOME_APP_GROUP,
        name: 'group',
        label: 'group',
        initial: HOME_APP_GROUP,
      },
      { ...yes, name: 'onHome', label: 'onHome', initial: '1', listed: true },
      { ...yes, name: 'inAll', label: 'inAll', listed: true },
      {
        type: 'choice',
        name: 'post',
        label: 'post',
        initial: '',
        options: [
          ['', texts.anyPost],
          ['dorm-supervisor', texts.supervisors],
          ['review-teacher', texts.reviewers],
        ],
      },
      { ...yes, name: 'newUndergraduates', label: 'newUndergraduates' },
      { ...yes, name: 'show', label: 'show', initial: '1' },
      { ...minute, name: 'startsAt', label: 'startsAt', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'events',
    roles: TEXTS,
    values: contract.EventValues,
    list: referenceData.events,
    save: referenceData.saveEvent,
    withdraw: referenceData.withdrawEvent,
    fields: [
      ...titles,
      { type: 'day', name: 'firstDay', label: 'firstDay', listed: true },
      { type: 'day', name: 'lastDay', label: 'lastDay', listed: true },
      { ...yes, name: 'holiday', label: 'holiday', listed: true },
      { type: 'line', name: 'follows', label: 'follows', hint: 'followsHint', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'terms',
    roles: TEXTS,
    values: contract.TermValues,
    list: referenceData.terms,
    save: referenceData.saveTerm,
    withdraw: referenceData.withdrawTerm,
    fields: [
      { type: 'line', name: 'label', label: 'label', listed: true },
      { type: 'day', name: 'firstMonday', label: 'firstMonday', listed: true },
      { type: 'digits', name: 'weeks', label: 'weeks', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'bellSchedules',
    roles: TEXTS,
    values: contract.BellScheduleValues,
    list: referenceData.bellSchedules,
    save: referenceData.saveBellSchedule,
    withdraw: referenceData.withdrawBellSchedule,
    fields: [
      { type: 'day', name: 'firstDay', label: 'inForceFrom', listed: true },
      { type: 'lines', name: 'periods', label: 'periods', hint: 'periodsHint', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'evaluationPeriods',
    roles: TEXTS,
    values: contract.EvaluationPeriodValues,
    list: referenceData.evaluationPeriods,
    save: referenceData.saveEvaluationPeriod,
    withdraw: referenceData.withdrawEvaluationPeriod,
    fields: [
      {
        type: 'reference',
        list: referenceData.terms,
        of: 'label',
        name: 'term',
        label: 'term',
        listed: true,
      },
      { type: 'minute', name: 'opensAt', label: 'opensAt', hint: 'chinaTime', listed: true },
      { type: 'minute', name: 'closesAt', label: 'closesAt', hint: 'chinaTime', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'dorms',
    roles: ['administrator', 'dorm-office'],
    values: contract.DormValues,
    list: referenceData.dorms,
    save: referenceData.saveDorm,
    withdraw: referenceData.withdrawDorm,
    fields: [
      name,
      nameEn,
      price,
      { type: 'digits', name: 'places', label: 'places', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'rooms',
    roles: ['administrator', 'dorm-office'],
    values: contract.RoomValues,
    list: referenceData.rooms,
    save: referenceData.saveRoom,
    withdraw: referenceData.withdrawRoom,
    fields: [
      { type: 'line', name: 'room', label: 'room', listed: true },
      { type: 'line', name: 'building', label: 'building', listed: true },
      {
        type: 'reference',
        list: referenceData.dorms,
        of: 'name',
        name: 'type',
        label: 'type',
        listed: true,
      },
      { type: 'line', name: 'beds', label: 'beds', hint: 'bedsHint', listed: true },
      {
        type: 'choice',
        name: 'gender',
        label: 'gender',
        initial: '',
        listed: true,
        options: [
          ['', texts.anybody],
          ['1', texts.men],
          ['2', texts.women],
        ],
      },
    ],
  }),
  createMenuItem({
    resource: 'packages',
    roles: TEXTS,
    values: contract.PackageValues,
    list: referenceData.packages,
    save: referenceData.savePackage,
    withdraw: referenceData.withdrawPackage,
    fields: [
      name,
      nameEn,
      {
        type: 'choice',
        name: 'catalogue',
        label: 'catalogue',
        initial: '1',
        listed: true,
        options: [
          ['1', texts.catalogue1],
          ['2', texts.catalogue2],
        ],
      },
      price,
      { ...yes, name: 'mandatory', label: 'mandatory', listed: true },
      { type: 'lines', name: 'content', label: 'content' },
      { type: 'lines', name: 'contentEn', label: 'contentEn' },
      {
        type: 'picture',
        name: 'picture',
        label: 'picture',
        hint: 'pictureHint',
        options: [
          ['', texts.none],
          ...contract.BUILT_IN_PACKAGE_PICTURES.map(
            (path) => [path, packagePictureTexts[path]] as const,
          ),
        ],
      },
    ],
  }),
  createMenuItem({
    resource: 'garments',
    roles: TEXTS,
    values: contract.GarmentOrColourValues,
    list: referenceData.garments,
    save: referenceData.saveGarment,
    withdraw: referenceData.withdrawGarment,
    fields: [name, nameEn],
  }),
  createMenuItem({
    resource: 'sizes',
    roles: TEXTS,
    values: contract.SizeValues,
    list: referenceData.sizes,
    save: referenceData.saveSize,
    withdraw: referenceData.withdrawSize,
    fields: [
      { type: 'line', name: 'size', label: 'size', listed: true },
      {
        type: 'reference',
        list: referenceData.garments,
        of: 'name',
        name: 'garment',
        label: 'garment',
        listed: true,
      },
      { type: 'digits', name: 'total', label: 'total', listed: true },
      { type: 'line', name: 'remark', label: 'remark', listed: true },
      { type: 'line', name: 'remarkEn', label: 'remarkEn' },
    ],
  }),
  createMenuItem({
    resource: 'colours',
    roles: TEXTS,
    values: contract.GarmentOrColourValues,
    list: referenceData.colours,
    save: referenceData.saveColour,
    withdraw: referenceData.withdrawColour,
    fields: [name, nameEn],
  }),
  createMenuItem({
    resource: 'admissionPapers',
    roles: TEXTS,
    values: contract.AdmissionPaperValues,
    list: referenceData.admissionPapers,
    save: referenceData.saveAdmissionPaper,
    withdraw: referenceData.withdrawAdmissionPaper,
    fields: [
      name,
      nameEn,
      { type: 'yes', initial: '1', name: 'required', label: 'required', listed: true },
      { ...order, initial: '100' },
    ],
  }),
  createMenuItem({
    resource: 'stations',
    roles: TEXTS,
    values: contract.StationValues,
    list: referenceData.stations,
    save: referenceData.saveStation,
    withdraw: referenceData.withdrawStation,
    fields: [
      name,
      nameEn,
      {
        type: 'lines',
        name: 'comesAfter',
        label: 'comesAfter',
        hint: 'comesAfterHint',
        listed: true,
      },
      { type: 'lines', name: 'scanners', label: 'scanners', hint: 'scannersHint', listed: true },
      { type: 'yes', initial: '0', name: 'repeats', label: 'repeats', hint: 'repeatsHint' },
      { ...order, initial: '100' },
    ],
  }),
  createMenuItem({
    resource: 'complaintCategories',
    roles: TEXTS,
    values: contract.ComplaintCategoryValues,
    list: referenceData.complaintCategories,
    save: referenceData.saveComplaintCategory,
    withdraw: referenceData.withdrawComplaintCategory,
    fields: [name, nameEn, { ...order, initial: '100' }],
  }),
  createMenuItem({
    resource: 'levels',
    roles: TEXTS,
    values: contract.LevelValues,
    list: referenceData.levels,
    save: referenceData.saveLevel,
    withdraw: referenceData.withdrawLevel,
    fields: [
      name,
      nameEn,
      { type: 'line', name: 'aliases', label: 'aliases', hint: 'aliasesHint' },
      {
        type: 'choice',
        name: 'studentKind',
        label: 'kind',
        hint: 'kindHint',
        initial: 'other',
        listed: true,
        options: [
          ['undergraduate', texts.kindUndergraduate],
          ['postgraduate', texts.postgraduates],
          ['other', texts.kindOther],
        ],
      },
      {
        type: 'yes',
        initial: '1',
        name: 'livesInDorm',
        label: 'livesInDorm',
        hint: 'livesInDormHint',
        listed: true,
      },
      {
        type: 'checks',
        name: 'skippedSteps',
        label: 'skippedSteps',
        options: contract.ONBOARDING_STEP_PAGES.map((page) => [page, pageName(page)] as const),
      },
      { ...order, initial: '100' },
    ],
  }),
  createMenuItem({
    resource: 'studentFields',
    roles: TEXTS,
    values: contract.StudentFieldValues,
    list: referenceData.studentFields,
    save: referenceData.saveStudentField,
    withdraw: referenceData.withdrawStudentField,
    fields: [
      name,
      nameEn,
      {
        type: 'choice',
        name: 'fieldType',
        label: 'fieldType',
        initial: 'text',
        listed: true,
        options: [
          ['text', texts.fieldText],
          ['choice', texts.fieldChoice],
          ['date', texts.fieldDate],
        ],
      },
      { type: 'lines', name: 'options', label: 'options', hint: 'optionsHint' },
      { type: 'digits', name: 'maxLength', label: 'maxLength', initial: '50' },
      {
        type: 'checks',
        name: 'viewers',
        label: 'viewers',
        initial: 'administrator,admissions',
        options: STUDENT_FIELD_ROLES.map((role) => [role, roleTexts[role]] as const),
      },
      { ...yes, name: 'forStudent', label: 'forStudent', hint: 'forStudentHint', listed: true },
      { ...order, initial: '100' },
    ],
  }),
  createMenuItem({
    resource: 'leasts',
    roles: ['administrator', 'finance'],
    values: contract.MinimumPaymentValues,
    list: referenceData.leasts,
    save: referenceData.saveLeast,
    withdraw: referenceData.withdrawLeast,
    fields: [
      { type: 'digits', name: 'year', label: 'year', listed: true },
      { ...enrolment, name: 'enrolment' },
      { type: 'line', name: 'least', label: 'least', hint: 'leastHint', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'feeItems',
    roles: ['administrator', 'finance'],
    values: contract.FeeItemValues,
    list: referenceData.feeItems,
    save: referenceData.saveFeeItem,
    withdraw: referenceData.withdrawFeeItem,
    fields: [
      { type: 'line', name: 'item', label: 'item', listed: true },
      { type: 'line', name: 'itemEn', label: 'itemEn', listed: true },
      { type: 'digits', name: 'year', label: 'year', listed: true },
      {
        ...enrolment,
        name: 'enrolment',
        also: [['', texts.everyKind]],
      },
      { type: 'digits', name: 'amount', label: 'amount', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'names',
    roles: ['administrator'],
    values: contract.EnglishNameValues,
    list: referenceData.names,
    save: referenceData.saveName,
    fields: [
      { type: 'line', name: 'chinese', label: 'chinese', listed: true },
      { type: 'line', name: 'english', label: 'english', listed: true },
    ],
  }),
  createMenuItem({
    resource: 'school',
    roles: ['administrator'],
    values: contract.SchoolValues,
    list: referenceData.school,
    save: referenceData.saveSchool,
    fixed: true,
    called: () => 'school',
    fields: [
      { type: 'line', name: 'name', label: 'schoolName', hint: 'schoolHint' },
      { type: 'line', name: 'nameEn', label: 'schoolNameEn' },
      { type: 'line', name: 'installName', label: 'installName', hint: 'schoolHint' },
    ],
  }),
]
