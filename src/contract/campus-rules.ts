import * as v from 'valibot'
import { defineRead } from './call.ts'
import { encodeUnchanged, lazyCodec, recordCodec, requiredKey } from './codec.ts'
import { acceptIfCodeZero } from './rules.ts'

/** The values of rules by the key of the rule, as a backend sends them; unknown until it is used. */
export type SentRules = Readonly<Record<string, unknown>>

const sentRulesCodec = lazyCodec<SentRules>({
  decode: () => v.record(v.string(), v.unknown()),
  encode: encodeUnchanged,
})

/** The rules of the campus, for the phones of everybody who is signed in. */
export const campusRules = {
  find: defineRead({
    path: '/api/campusRules/find',
    who: 'bound',
    offline: 'cached',
    input: recordCodec({}),
    output: recordCodec({ rules: requiredKey('data', sentRulesCodec) }),
    rule: acceptIfCodeZero,
  }),
}

/**
 * Reads one rule. A rule that the backend does not send, or that has not the shape of the
 * specification's value `initial`, has that value. Each screen has only the rules that it uses, so
 * that no phone loads a schema of all rules.
 */
export function readSentRule<R>(sent: SentRules | undefined, key: string, initial: R): R {
  const rule = sent?.[key]
  return hasShapeOf(rule, initial) ? rule : initial
}

function hasShapeOf<R>(value: unknown, example: R): value is R {
  if (Array.isArray(example))
    return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (!isRecord(example)) return typeof value === typeof example
  return (
    isRecord(value) && Object.keys(example).every((key) => hasShapeOf(value[key], example[key]))
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** When a step's page takes submissions: minutes in China time, '' for no limit. */
export interface StepWindow {
  readonly from: string
  readonly until: string
  /** What a late student is told; the English text can be ''. */
  readonly note: string
  readonly noteEn: string
}
/** The window of a step that is always open. */
export const ALWAYS_OPEN = { from: '', until: '', note: '', noteEn: '' } as const
/** The key of the rule with the window of a page. */
export const windowRuleOf = <Page extends string>(page: Page) => `window-${page}` as const

/** The window of the whole online check-in, which applies to its forms besides their own. */
export const CHECKIN_WINDOW = windowRuleOf('checkin')

/** The state of a window at a minute of China time, YYYY-MM-DD HH:mm. */
export const stateOfWindow = (
  { from, until }: Pick<StepWindow, 'from' | 'until'>,
  minute: string,
): 'before' | 'open' | 'over' =>
  minute < from ? 'before' : until !== '' && minute >= until ? 'over' : 'open'
