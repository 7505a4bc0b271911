import * as contract from '#contract/editing'
import { ENTRY_ICONS } from '#contract/entry-icons'
import { GUIDES } from '#contract/guide'
import { COMMON_GROUP } from '#contract/home'
import { pageNameTexts } from '#i18n/page-names'
import { referenceDataTexts as texts } from '#i18n/reference-data'
import { iconTexts, pictureTexts } from '#i18n/reference-data-choices'
import type { Text } from '#i18n/translate'
import { view, type View } from './view.tsx'

const { editing } = contract
const TEXTS = ['administrator', 'admissions'] as const
const yes = { type: 'yes', first: '0' } as const
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
  type: 'choice',
  label: 'enrolment',
  first: '2',
  listed: true,
  options: [
    ['1', texts.postgraduates],
    ['2', texts.undergraduates],
  ],
} as const

/** What a page is called, by the first segment of its address. */
const pageName = (page: string): Text => {
  const { zh, en }: Record<keyof Text, Readonly<Record<string, string>>> = pageNameTexts.names
  const known = page.toLowerCase()
  return { zh: zh[known] ?? page, en: en[known] ?? page }
}

/** All that the office edits, in the order of its menu. */
export const catalogues: readonly View[] = [
  view({
    noun: 'guides',
    roles: TEXTS,
    values: contract.GuideValues,
    list: editing.guides,
    save: editing.saveGuide,
    fixed: true,
    called: (id) => GUIDES.find((one) => one === id),
    fields: [
      { type: 'page', lang: 'zh-CN', name: 'content', label: 'pageZh' },
      { type: 'page', lang: 'en', name: 'contentEn', label: 'pageEn' },
    ],
  }),
  view({
    noun: 'steps',
    roles: TEXTS,
    values: contract.StepValues,
    list: editing.steps,
    save: editing.saveStep,
    withdraw: editing.withdrawStep,
    fields: [
      ...titles,
      order,
      {
        type: 'choice',
        name: 'page',
        label: 'page',
        first: contract.STEP_PAGES[0],
        options: contract.STEP_PAGES.map((page) => [page, pageName(page)] as const),
      },
      { ...yes, name: 'skippable', label: 'skippable', listed: true },
      { ...yes, name: 'needsDorm', label: 'needsDorm' },
      { ...minute, name: 'opensAt', label: 'opensAt', listed: true },
    ],
  }),
  view({
    noun: 'entries',
    roles: TEXTS,
    values: contract.EntryValues,
    list: editing.entries,
    save: editing.saveEntry,
    withdraw: editing.withdrawEntry,
    fields: [
      ...titles,
      { type: 'line', name: 'address', label: 'address', hint: 'addressHint', listed: true },
      { ...order, first: '100' },
      {
        type: 'select',
        name: 'icon',
        label: 'icon',
        hint: 'iconHint',
        options: [['', texts.none], ...ENTRY_ICONS.map((icon) => [icon, iconTexts[icon]] as const)],
      },
      {
        type: 'choice',
        name: 'menu',
        label: 'menu',
        first: '1',
        listed: true,
        options: [
          ['0', texts.menu0],
          ['1', texts.menu1],
          ['2', texts.menu2],
        ],
      },
      {
        type: 'shared',
        list: editing.entries,
        always: COMMON_GROUP,
        name: 'group',
        label: 'group',
        first: COMMON_GROUP,
      },
      { ...yes, name: 'onHome', label: 'onHome', first: '1', listed: true },
      { ...yes, name: 'inAll', label: 'inAll', listed: true },
      {
        type: 'choice',
        name: 'post',
        label: 'post',
        first: '',
        options: [
          ['', texts.anyPost],
          ['dorm-supervisor', texts.supervisors],
          ['review-teacher', texts.reviewers],
        ],
      },
      { ...yes, name: 'newUndergraduates', label: 'newUndergraduates' },
      { ...yes, name: 'show', label: 'show', first: '1' },
      { ...minute, name: 'startsAt', label: 'startsAt', listed: true },
    ],
  }),
  view({
    noun: 'events',
    roles: TEXTS,
    values: contract.EventValues,
    list: editing.events,
    save: editing.saveEvent,
    withdraw: editing.withdrawEvent,
    fields: [
      ...titles,
      { type: 'day', name: 'firstDay', label: 'firstDay', listed: true },
      { type: 'day', name: 'lastDay', label: 'lastDay', listed: true },
      { ...yes, name: 'holiday', label: 'holiday', listed: true },
    ],
  }),
  view({
    noun: 'terms',
    roles: TEXTS,
    values: contract.TermValues,
    list: editing.terms,
    save: editing.saveTerm,
    withdraw: editing.withdrawTerm,
    fields: [
      { type: 'line', name: 'label', label: 'label', listed: true },
      { type: 'day', name: 'firstMonday', label: 'firstMonday', listed: true },
      { type: 'digits', name: 'weeks', label: 'weeks', listed: true },
    ],
  }),
  view({
    noun: 'evaluationPeriods',
    roles: TEXTS,
    values: contract.EvaluationPeriodValues,
    list: editing.evaluationPeriods,
    save: editing.saveEvaluationPeriod,
    withdraw: editing.withdrawEvaluationPeriod,
    fields: [
      {
        type: 'reference',
        list: editing.terms,
        of: 'label',
        name: 'term',
        label: 'term',
        listed: true,
      },
      { type: 'minute', name: 'opensAt', label: 'opensAt', hint: 'chinaTime', listed: true },
      { type: 'minute', name: 'closesAt', label: 'closesAt', hint: 'chinaTime', listed: true },
    ],
  }),
  view({
    noun: 'dorms',
    roles: ['administrator', 'dorm-office'],
    values: contract.DormValues,
    list: editing.dorms,
    save: editing.saveDorm,
    withdraw: editing.withdrawDorm,
    fields: [
      name,
      nameEn,
      price,
      { type: 'digits', name: 'places', label: 'places', listed: true },
    ],
  }),
  view({
    noun: 'rooms',
    roles: ['administrator', 'dorm-office'],
    values: contract.RoomValues,
    list: editing.rooms,
    save: editing.saveRoom,
    withdraw: editing.withdrawRoom,
    fields: [
      { type: 'line', name: 'room', label: 'room', listed: true },
      { type: 'line', name: 'building', label: 'building', listed: true },
      {
        type: 'reference',
        list: editing.dorms,
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
        first: '',
        listed: true,
        options: [
          ['', texts.anybody],
          ['1', texts.men],
          ['2', texts.women],
        ],
      },
    ],
  }),
  view({
    noun: 'packages',
    roles: TEXTS,
    values: contract.PackageValues,
    list: editing.packages,
    save: editing.savePackage,
    withdraw: editing.withdrawPackage,
    fields: [
      name,
      nameEn,
      {
        type: 'choice',
        name: 'catalogue',
        label: 'catalogue',
        first: '1',
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
          ...contract.PACKAGE_PICTURES.map((path) => [path, pictureTexts[path]] as const),
        ],
      },
    ],
  }),
  view({
    noun: 'garments',
    roles: TEXTS,
    values: contract.NamedValues,
    list: editing.garments,
    save: editing.saveGarment,
    withdraw: editing.withdrawGarment,
    fields: [name, nameEn],
  }),
  view({
    noun: 'sizes',
    roles: TEXTS,
    values: contract.SizeValues,
    list: editing.sizes,
    save: editing.saveSize,
    withdraw: editing.withdrawSize,
    fields: [
      { type: 'line', name: 'size', label: 'size', listed: true },
      {
        type: 'reference',
        list: editing.garments,
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
  view({
    noun: 'colours',
    roles: TEXTS,
    values: contract.NamedValues,
    list: editing.colours,
    save: editing.saveColour,
    withdraw: editing.withdrawColour,
    fields: [name, nameEn],
  }),
  view({
    noun: 'complaintCategories',
    roles: TEXTS,
    values: contract.ComplaintCategoryValues,
    list: editing.complaintCategories,
    save: editing.saveComplaintCategory,
    withdraw: editing.withdrawComplaintCategory,
    fields: [name, nameEn, { ...order, first: '100' }],
  }),
  view({
    noun: 'leasts',
    roles: ['administrator', 'finance'],
    values: contract.LeastValues,
    list: editing.leasts,
    save: editing.saveLeast,
    withdraw: editing.withdrawLeast,
    fields: [
      { type: 'digits', name: 'year', label: 'year', listed: true },
      { ...enrolment, name: 'enrolment' },
      { type: 'line', name: 'least', label: 'least', hint: 'leastHint', listed: true },
    ],
  }),
  view({
    noun: 'feeItems',
    roles: ['administrator', 'finance'],
    values: contract.FeeItemValues,
    list: editing.feeItems,
    save: editing.saveFeeItem,
    withdraw: editing.withdrawFeeItem,
    fields: [
      { type: 'line', name: 'item', label: 'item', listed: true },
      { type: 'line', name: 'itemEn', label: 'itemEn', listed: true },
      { type: 'digits', name: 'year', label: 'year', listed: true },
      {
        ...enrolment,
        name: 'enrolment',
        options: [...enrolment.options, ['', texts.everyKind]],
      },
      { type: 'digits', name: 'amount', label: 'amount', listed: true },
    ],
  }),
  view({
    noun: 'names',
    roles: ['administrator'],
    values: contract.NameValues,
    list: editing.names,
    save: editing.saveName,
    fields: [
      { type: 'line', name: 'chinese', label: 'chinese', listed: true },
      { type: 'line', name: 'english', label: 'english', listed: true },
    ],
  }),
  view({
    noun: 'school',
    roles: ['administrator'],
    values: contract.SchoolValues,
    list: editing.school,
    save: editing.saveSchool,
    fixed: true,
    called: () => 'school',
    fields: [
      { type: 'line', name: 'name', label: 'schoolName', hint: 'schoolHint' },
      { type: 'line', name: 'nameEn', label: 'schoolNameEn' },
      { type: 'line', name: 'installName', label: 'installName', hint: 'schoolHint' },
    ],
  }),
]
