import * as v from 'valibot'
import { call, type Outcome } from '#app/lib/call.ts'
import { longDay } from '#app/lib/dates.ts'
import { forms as contractForms } from '#contract/forms'
import { travel } from '#contract/travel'
import type { Item, Receipt } from '#offline/item'
import { outboxWords } from '#words/outbox'
import { speak, type Language, type Text } from '#words/say'
import { travelWords } from '#words/travel'
import { familyView } from './family-view.ts'
import { livingView } from './living-view.ts'
import { scanView } from './scan-view.ts'
import { stepView } from './step-view.ts'
import { uniformView } from './uniform-view.ts'

/** The fields of a submission by name; what they hold is shown, never judged. */
export type Fields = Readonly<Record<string, unknown>>

/** How the outbox speaks of one form. A new queued form only adds an entry here. */
export interface FormView {
  readonly title: Text
  /** One line that tells one submission from another. */
  readonly summary: (fields: Fields, language: Language) => string
  readonly fields: readonly {
    readonly name: string
    readonly label: Text
    readonly show: (value: unknown, language: Language, all: Fields) => string
    /** Fields without a row of their own that belong to this one: they are taken from where it is taken from. */
    readonly with?: readonly string[]
  }[]
  /** Where it is edited, if it can be. */
  readonly editAt?: (fields: Fields, stunum: string) => string
  /** What the university has instead, with its version. */
  readonly theirs: (subject: string) => Promise<Outcome<Fields | null>>
}

/** The forms that the outbox knows, by name. */
export const formViews: Readonly<Record<string, FormView>> = {
  family: familyView,
  living: livingView,
  scan: scanView,
  step: stepView,
  travel: {
    title: travelWords.title,
    summary: (fields, language) => {
      const words = speak(outboxWords, language)
      return words.journey(
        cityOf(text(fields['startCity'])),
        longDay(text(fields['startDate']), language),
        modeOf(fields['mode'], language),
      )
    },
    fields: [
      {
        name: 'startCity',
        label: travelWords.startCity,
        show: (value) => text(value).replaceAll(',', ' '),
      },
      {
        name: 'startDate',
        label: travelWords.startDate,
        show: (value, language) => longDay(text(value), language),
      },
      {
        name: 'arrivalDate',
        label: travelWords.arrivalDate,
        show: (value, language) => longDay(text(value), language),
      },
      { name: 'arrivalTime', label: travelWords.arrivalTime, show: text },
      { name: 'mode', label: travelWords.mode, show: modeOf },
      { name: 'companions', label: travelWords.companions, show: text },
      { name: 'remark', label: travelWords.remark, show: text },
      {
        name: 'open',
        label: travelWords.open,
        show: (value, language) =>
          (value === true ? travelWords.openYes : travelWords.openNo)[language],
      },
    ],
    editAt: (fields, stunum) => `/schoolInformation/${text(fields['step'])}/${stunum}`,
    theirs: async (subject) => {
      const found = await call(travel.find, { student: subject })
      return found.type === 'ok' ? { ...found, data: found.data.travel } : found
    },
  },
  uniform: uniformView,
}

/** The fields of a stored submission; none when it is no record of fields at all. */
export function fieldsOf({ payload }: Pick<Item | Receipt, 'payload'>): Fields {
  const read = v.safeParse(v.record(v.string(), v.unknown()), payload)
  return read.success ? read.output : {}
}

/** Do these fields keep the rules of the form? The first complaint, if not: two good records can mix into a bad one. */
export function complaintOf(form: string, fields: Fields, language: Language): string | undefined {
  const definition = contractForms[form]
  if (definition === undefined) return undefined
  return v.safeParse(definition.payload.schema, fields, { lang: language }).issues?.[0].message
}

/** The city of '广东省,东莞市,莞城区' as people say it: 东莞. Names that only say "directly administered" are passed over. */
export function cityOf(joined: string): string {
  const names = joined.split(',').filter((name) => !/^(市辖区|县|.*直辖县级行政区划)$/.test(name))
  const city = names[joined.includes('市辖区') ? 0 : 1] ?? names[0] ?? ''
  return city.length > 2 ? city.replace(/市$/, '') : city
}

function modeOf(mode: unknown, language: Language): string {
  return travelWords.modeNames[language][text(mode)] ?? text(mode)
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
