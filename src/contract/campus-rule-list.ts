import * as v from 'valibot'
import { campusRuleTexts as texts } from '../i18n/campus-rules.ts'
import { messageChannelTexts } from '../i18n/message-channels.ts'
import { pageNameTexts } from '../i18n/page-names.ts'
import { referenceDataTexts } from '../i18n/reference-data.ts'
import { validationMessage, type Language, type LocalizedText } from '../i18n/translate.ts'
import { ALWAYS_OPEN, type StepWindow } from './campus-rules.ts'
import { FAMILY_RULE, type FamilyRule } from './family-household.ts'
import { formatYuan, isDay, maxCharacters } from './fields.ts'
import { PASSING_GRADES, PASSING_SCORE } from './grades.ts'
import { DEFERRAL_RULE, type DeferralRule, LOAN_RULE, type LoanRule } from './green-channel.ts'
import { SUPPLIES_RULE } from './living-supplies.ts'
import { TRANSFER_RULE, type TransferRule } from './major-transfer.ts'
import { MESSAGE_CHANNELS } from './message-channels.ts'
import { stripInvisibleMarks } from './names.ts'
import { COUNTDOWN_RULE } from './profile.ts'
import { REDUCTION_RULE, type ReductionRule } from './relief-rules.ts'
import { REVIEW_RULE } from './review-years.ts'

/** The value of a rule: its fields by name. */
export type RuleValue = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The type of an interface as a rule's value, which has an index signature. */
type AsValue<Rule> = { readonly [Key in keyof Rule]: Rule[Key] }

/** How the office edits a field of a rule; money is edited in yuan and stored in fen. */
export type RuleFieldKind =
  | { readonly type: 'yuan' | 'flag' | 'words' | 'minute' | 'line' }
  | { readonly type: 'number'; readonly isZeroUnlimited?: true }
  | { readonly type: 'choice'; readonly options: readonly (readonly [string, LocalizedText])[] }

/** A field of a rule with its label. */
export type RuleField = RuleFieldKind & {
  readonly name: string
  readonly label: LocalizedText
  /** Whether the field matters for this value; always if absent. */
  readonly isUsed?: (value: RuleValue) => boolean
}

/** Whom a rule concerns. 'undone': new students who have not done the step of the rule's page. */
export type RuleAudience = 'new' | 'continuing' | 'all' | 'undone' | 'reviewers' | 'supervisors'

/** One rule: its name, its explanation in one sentence, its default, and its validation. */
interface RuleDefinition<V extends RuleValue> {
  readonly title: LocalizedText
  readonly about: LocalizedText
  /** The value until the campus sets its own. */
  readonly initial: V
  readonly schema: v.GenericSchema<unknown, V>
  readonly fields: readonly RuleField[]
  readonly audience: (value: V) => RuleAudience
  /** The kind of applications that a change leaves as they are. */
  readonly applications?: 'loan' | 'deferral' | 'transfer'
  /** The page of the step, for a window. */
  readonly page?: string
}

/** The result of validating a rule's value; the issues name their fields. */
export type RuleReading =
  | { readonly type: 'ok'; readonly value: RuleValue; readonly audience: RuleAudience }
  | { readonly type: 'invalid'; readonly issues: readonly { path: string; message: string }[] }

/** A rule of the list, which can also be handled without the type of its value. */
export interface CampusRule<V extends RuleValue = RuleValue> extends RuleDefinition<V> {
  readonly read: (value: unknown, lang?: Language) => RuleReading
}

/**
 * The pages of steps that have a window. 'checkin' stands for the whole online check-in: its own
 * page, the payment details, submits nothing.
 */
export const WINDOW_PAGES = [
  'checkin',
  'personalinformation',
  'schoolInformation',
  'selectdorm',
  'militaryTrainingClothing',
  'livinguse',
  'onlinefee',
] as const
/** One of these pages. */
export type WindowPage = (typeof WINDOW_PAGES)[number]

const numberBetween = (min: number, max: number) => {
  const { wrongNumber } = referenceDataTexts
  const wrong = validationMessage({ zh: wrongNumber.zh(min, max), en: wrongNumber.en(min, max) })
  return v.pipe(
    v.number(wrong),
    v.check((value) => Number.isSafeInteger(value) && value >= min && value <= max, wrong),
  )
}
const MAX_FEN = 100_000_000
const fen = (min: number) => {
  const wrong = validationMessage(referenceDataTexts.wrongYuan)
  return v.pipe(
    v.number(wrong),
    v.check((value) => Number.isSafeInteger(value) && value >= min && value <= MAX_FEN, wrong),
  )
}
const flag = v.boolean()
const line = (limit: number) =>
  v.pipe(
    v.string(),
    v.maxLength(2000),
    v.transform((text) => stripInvisibleMarks(text).trim()),
    maxCharacters(limit),
  )
const missing = validationMessage(referenceDataTexts.missing)
const textList = v.pipe(
  v.array(v.pipe(line(20), v.nonEmpty(missing))),
  v.maxLength(100, validationMessage(texts.tooManyWords)),
  v.transform((list) => [...new Set(list)]),
)
const wrongTime = validationMessage(referenceDataTexts.wrongTime)
const minute = v.pipe(
  v.string(),
  v.check(
    (said) =>
      said === '' ||
      (said.length === 16 &&
        isDay(said.slice(0, 10)) &&
        / ([01]\d|2[0-3]):[0-5]\d$/.test(said.slice(10))),
    wrongTime,
  ),
)

const MAX_LOAN_AMOUNTS = 200
/** The labels of the relations that every campus has. */
const KNOWN_RELATIONS = ['父亲', '母亲', '其他', '1', '2', '3']
const studentsField: RuleField = {
  type: 'choice',
  name: 'students',
  label: texts.students,
  options: [
    ['new', texts.studentsNew],
    ['all', texts.studentsAll],
  ],
}
const number = (name: string, label: LocalizedText): RuleField => ({ type: 'number', name, label })
const numberOrUnlimited = (name: string, label: LocalizedText): RuleField => ({
  type: 'number',
  isZeroUnlimited: true,
  name,
  label,
})
const isFormula =
  (...formulas: readonly string[]) =>
  (value: RuleValue) =>
    formulas.includes(String(value['formula']))
const reliefEntries = {
  paid: fen(0),
  percent: numberBetween(1, 100),
  limit: fen(1),
  quota: numberBetween(0, 1_000_000),
}
const reliefFields: readonly RuleField[] = [
  { type: 'yuan', name: 'paid', label: texts.paid, isUsed: isFormula('rest') },
  { ...number('percent', texts.percent), isUsed: isFormula('percent', 'share') },
  { type: 'yuan', name: 'limit', label: texts.limit, isUsed: isFormula('limit') },
  numberOrUnlimited('quota', texts.quota),
]

const orderedChannels = ['', ...MESSAGE_CHANNELS.filter((channel) => channel !== 'in-app')] as const
const channelField = (name: string, label: LocalizedText): RuleField => ({
  type: 'choice',
  name,
  label,
  options: orderedChannels.map((channel) => [
    channel,
    channel === ''
      ? texts.none
      : {
          zh: messageChannelTexts.channels.zh[channel],
          en: messageChannelTexts.channels.en[channel],
        },
  ]),
})
const orderedChannel = v.picklist(orderedChannels)
const hour = numberBetween(0, 23)

const pageTitle = (page: WindowPage): LocalizedText => {
  if (page === 'checkin') return texts.checkinWindow
  const { zh, en }: Record<'zh' | 'en', Readonly<Record<string, string>>> = pageNameTexts.names
  const name = page.toLowerCase()
  return { zh: texts.window.zh(zh[name] ?? page), en: texts.window.en(en[name] ?? page) }
}

const rule = <V extends RuleValue>(definition: RuleDefinition<V>): CampusRule<V> => ({
  ...definition,
  read: (value, lang = 'zh') => {
    const read = v.safeParse(definition.schema, value, { lang })
    if (read.success)
      return { type: 'ok', value: read.output, audience: definition.audience(read.output) }
    const issues = read.issues.map((issue) => ({
      path: v.getDotPath(issue)?.split('.', 1)[0] ?? '',
      message: issue.message,
    }))
    return { type: 'invalid', issues }
  },
})

const windowOf = (page: WindowPage, about: LocalizedText = texts.windowAbout) =>
  rule<AsValue<StepWindow>>({
    title: pageTitle(page),
    about,
    initial: ALWAYS_OPEN,
    schema: v.pipe(
      v.object({ from: minute, until: minute, note: line(100), noteEn: line(200) }),
      v.forward(
        v.check(
          ({ from, until }) => until === '' || from < until,
          validationMessage(texts.untilBelow),
        ),
        ['until'],
      ),
    ),
    fields: [
      { type: 'minute', name: 'from', label: texts.from },
      { type: 'minute', name: 'until', label: texts.until },
      { type: 'line', name: 'note', label: texts.note },
      { type: 'line', name: 'noteEn', label: texts.noteEn },
    ],
    audience: () => (page === 'checkin' ? 'new' : page === 'onlinefee' ? 'all' : 'undone'),
    page,
  })

type OrderedChannel = (typeof orderedChannels)[number]
/** How messages reach students: the channels in turn ('': none), and the quiet hours in China. */
type MessageRule = Readonly<
  Record<'first' | 'second' | 'third' | 'fourth' | 'fifth', OrderedChannel> &
    Record<'quietFrom' | 'quietUntil', number> &
    Record<'importantAtNight' | 'answersAtNight', boolean>
>

/** All rules of the campus, in the order of the console. A new rule is one entry. */
export const CAMPUS_RULES = {
  deferral: rule<AsValue<DeferralRule>>({
    title: texts.deferral,
    about: texts.deferralAbout,
    initial: DEFERRAL_RULE,
    schema: v.object({
      ...reliefEntries,
      formula: v.picklist(['rest', 'percent', 'limit']),
      students: v.picklist(['new', 'all']),
    }),
    fields: [
      {
        type: 'choice',
        name: 'formula',
        label: texts.formula,
        options: [
          ['rest', texts.formulaRest],
          ['percent', texts.formulaPercent],
          ['limit', texts.formulaLimit],
        ],
      },
      ...reliefFields,
      studentsField,
    ],
    audience: ({ students }) => students,
    applications: 'deferral',
  }),
  reduction: rule<AsValue<ReductionRule>>({
    title: texts.reduction,
    about: texts.reductionAbout,
    initial: REDUCTION_RULE,
    schema: v.object({
      ...reliefEntries,
      formula: v.picklist(['rest', 'limit', 'share']),
      students: v.picklist(['continuing', 'none']),
    }),
    fields: [
      {
        type: 'choice',
        name: 'formula',
        label: texts.reductionFormula,
        options: [
          ['rest', texts.formulaRest],
          ['limit', texts.formulaLimit],
          ['share', texts.formulaShare],
        ],
      },
      ...reliefFields,
      {
        type: 'choice',
        name: 'students',
        label: texts.students,
        options: [
          ['continuing', texts.studentsContinuing],
          ['none', texts.studentsNone],
        ],
      },
    ],
    audience: () => 'continuing',
    applications: 'deferral',
  }),
  loan: rule<AsValue<LoanRule>>({
    title: texts.loan,
    about: texts.loanAbout,
    initial: LOAN_RULE,
    schema: v.pipe(
      v.object({ least: fen(100), most: fen(100), step: fen(100), years: numberBetween(0, 10) }),
      v.forward(
        v.check(({ least, most }) => least <= most, validationMessage(texts.mostBelow)),
        ['most'],
      ),
      v.forward(
        v.check(
          ({ least, most, step }) => most < least || (most - least) % step === 0,
          validationMessage(texts.stepMisses),
        ),
        ['step'],
      ),
      v.forward(
        v.check(
          ({ least, most, step }) => (most - least) / step < MAX_LOAN_AMOUNTS,
          validationMessage(texts.tooManySteps),
        ),
        ['step'],
      ),
    ),
    fields: [
      { type: 'yuan', name: 'least', label: texts.least },
      { type: 'yuan', name: 'most', label: texts.most },
      { type: 'yuan', name: 'step', label: texts.step },
      numberOrUnlimited('years', texts.years),
    ],
    audience: () => 'all',
    applications: 'loan',
  }),
  grades: rule<{ readonly mark: number; readonly words: readonly string[] }>({
    title: texts.grades,
    about: texts.gradesAbout,
    initial: { mark: PASSING_SCORE, words: PASSING_GRADES },
    schema: v.object({ mark: numberBetween(1, 1000), words: textList }),
    fields: [number('mark', texts.mark), { type: 'words', name: 'words', label: texts.passWords }],
    audience: () => 'all',
  }),
  family: rule<AsValue<FamilyRule>>({
    title: texts.family,
    about: texts.familyAbout,
    initial: FAMILY_RULE,
    schema: v.pipe(
      v.object({ occupations: v.pipe(textList, v.nonEmpty(missing)), relations: textList }),
      v.forward(
        v.check(
          ({ relations }) => !relations.some((one) => KNOWN_RELATIONS.includes(one)),
          validationMessage(texts.relationKnown),
        ),
        ['relations'],
      ),
    ),
    fields: [
      { type: 'words', name: 'occupations', label: texts.occupations },
      { type: 'words', name: 'relations', label: texts.relations },
    ],
    audience: () => 'new',
  }),
  transfer: rule<AsValue<TransferRule>>({
    title: texts.transfer,
    about: texts.transferAbout,
    initial: TRANSFER_RULE,
    schema: v.object({
      arts: flag,
      science: flag,
      times: numberBetween(1, 9),
      reason: numberBetween(1, 1000),
      students: v.picklist(['new', 'all']),
    }),
    fields: [
      studentsField,
      { type: 'flag', name: 'arts', label: texts.arts },
      { type: 'flag', name: 'science', label: texts.science },
      number('times', texts.times),
      number('reason', texts.reasonLength),
    ],
    audience: ({ students }) => students,
    applications: 'transfer',
  }),
  supplies: rule<typeof SUPPLIES_RULE>({
    title: texts.supplies,
    about: texts.suppliesAbout,
    initial: SUPPLIES_RULE,
    schema: v.object({ word: v.pipe(line(20), v.nonEmpty(missing)) }),
    fields: [{ type: 'line', name: 'word', label: texts.word }],
    audience: () => 'new',
  }),
  countdowns: rule<typeof COUNTDOWN_RULE & { readonly bed: number }>({
    title: texts.countdowns,
    about: texts.countdownsAbout,
    initial: { ...COUNTDOWN_RULE, bed: 1800 },
    // The server sends at most one code a minute, which limits the cost of an attack.
    schema: v.object({ code: numberBetween(60, 600), bed: numberBetween(1, 604_800) }),
    fields: [number('code', texts.codeSeconds), number('bed', texts.bedSeconds)],
    audience: () => 'all',
  }),
  keys: rule<{ readonly recorded: boolean }>({
    title: texts.keys,
    about: texts.keysAbout,
    initial: { recorded: false },
    schema: v.object({ recorded: flag }),
    fields: [{ type: 'flag', name: 'recorded', label: texts.keysRecorded }],
    audience: () => 'supervisors',
  }),
  review: rule<typeof REVIEW_RULE>({
    title: texts.review,
    about: texts.reviewAbout,
    initial: REVIEW_RULE,
    schema: v.pipe(
      v.object({ first: numberBetween(2000, 2100), last: numberBetween(2000, 2100) }),
      v.forward(
        v.check(({ first, last }) => first <= last, validationMessage(texts.lastBelow)),
        ['last'],
      ),
    ),
    fields: [number('first', texts.first), number('last', texts.last)],
    audience: () => 'reviewers',
  }),
  late: rule<{ readonly hours: number }>({
    title: texts.late,
    about: texts.lateAbout,
    initial: { hours: 72 },
    schema: v.object({ hours: numberBetween(0, 720) }),
    fields: [number('hours', texts.hours)],
    audience: () => 'new',
  }),
  messages: rule({
    title: texts.messages,
    about: texts.messagesAbout,
    initial: {
      first: 'push',
      second: 'wechat-subscription',
      third: 'wechat-template',
      fourth: 'wecom',
      fifth: 'sms',
      quietFrom: 22,
      quietUntil: 7,
      importantAtNight: true,
      answersAtNight: false,
    } as MessageRule,
    schema: v.object({
      first: orderedChannel,
      second: orderedChannel,
      third: orderedChannel,
      fourth: orderedChannel,
      fifth: orderedChannel,
      quietFrom: hour,
      quietUntil: hour,
      importantAtNight: flag,
      answersAtNight: flag,
    }),
    fields: [
      channelField('first', texts.channelFirst),
      channelField('second', texts.channelSecond),
      channelField('third', texts.channelThird),
      channelField('fourth', texts.channelFourth),
      channelField('fifth', texts.channelFifth),
      number('quietFrom', texts.quietFrom),
      number('quietUntil', texts.quietUntil),
      { type: 'flag', name: 'importantAtNight', label: texts.importantAtNight },
      { type: 'flag', name: 'answersAtNight', label: texts.answersAtNight },
    ],
    audience: () => 'all',
  }),
  'window-checkin': windowOf('checkin', texts.checkinWindowAbout),
  'window-personalinformation': windowOf('personalinformation'),
  'window-schoolInformation': windowOf('schoolInformation'),
  'window-selectdorm': windowOf('selectdorm'),
  'window-militaryTrainingClothing': windowOf('militaryTrainingClothing'),
  'window-livinguse': windowOf('livinguse'),
  'window-onlinefee': windowOf('onlinefee', texts.feeWindowAbout),
} as const

/** The key of a rule. */
export type CampusRuleKey = keyof typeof CAMPUS_RULES

/** Whether this is the key of a rule. */
export const isCampusRuleKey = (key: string): key is CampusRuleKey =>
  Object.keys(CAMPUS_RULES).includes(key)

/** The keys of all rules. */
export const CAMPUS_RULE_KEYS = Object.keys(CAMPUS_RULES).filter(isCampusRuleKey)

/** A rule's value as a reader sees it: each used field with its label. */
export const describeRuleValue = (
  key: CampusRuleKey,
  value: RuleValue,
  language: Language,
): { name: string; label: string; text: string }[] =>
  CAMPUS_RULES[key].fields
    .filter(({ isUsed }) => isUsed?.(value) ?? true)
    .map((field) => ({
      name: field.name,
      label: field.label[language],
      text: describeField(field, value[field.name], language),
    }))

function describeField(
  field: RuleField,
  value: RuleValue[string] | undefined,
  language: Language,
): string {
  switch (field.type) {
    case 'yuan':
      return formatYuan(Number(value)).replace(/\.00$/, '')
    case 'number':
      return field.isZeroUnlimited && value === 0 ? texts.unlimited[language] : String(value)
    case 'flag':
      return texts[value === true ? 'yes' : 'no'][language]
    case 'choice':
      return field.options.find(([code]) => code === value)?.[1][language] ?? String(value)
    case 'words': {
      const list = Array.isArray(value) ? value.join('、') : ''
      return list === '' ? texts.none[language] : list
    }
    case 'minute':
      return value === '' ? texts.unlimited[language] : String(value)
    case 'line':
      return value === '' ? texts.none[language] : String(value)
  }
}
