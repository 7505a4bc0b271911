import * as v from 'valibot'
import { commonWords } from '../words/common.ts'
import { say, type Text, type TextOf } from '../words/say.ts'

const filled = <Values extends readonly unknown[]>(text: TextOf<Values>, ...values: Values): Text => ({
  zh: text.zh(...values),
  en: text.en(...values),
})

/** The generic input rules of the specification, each with its own sentence (XC-16 to XC-21). Empty text is `required`'s to say. */
export const generic = {
  required: () => v.nonEmpty<string, ReturnType<typeof say>>(say(commonWords.required)),
  requiredDate: () => v.nonEmpty<string, ReturnType<typeof say>>(say(commonWords.requiredDate)),
  atLeast: (n: number) =>
    v.check((value: string) => value === '' || [...value].length >= n, say(filled(commonWords.tooShort, n))),
  atMost: (n: number) => v.check((value: string) => [...value].length <= n, say(filled(commonWords.tooLong, n))),
  sameAs: (other: () => string) => v.check((value: string) => value === other(), say(commonWords.mismatch)),
  /** A built-in kind; the label stands in the complaint. */
  kind: (kind: keyof typeof KINDS, label: Text) =>
    v.check(
      (value: string) => value === '' || KINDS[kind].test(value),
      say({ zh: commonWords.badFormat.zh(label.zh), en: commonWords.badFormat.en(label.en) }),
    ),
}

/** The built-in kinds: e-mail, a mainland mobile number, a Chinese name of 2 to 6 characters (FAM-43, XC-20). */
const KINDS = {
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  mobile: /^1[3-9]\d{9}$/,
  name: /^[\p{Script=Han}·]{2,6}$/u,
} as const
