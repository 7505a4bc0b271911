import * as v from 'valibot'
import { commonWords } from '../words/common.ts'
import { say, type Text, type TextOf } from '../words/say.ts'

const filled = <Values extends readonly unknown[]>(
  text: TextOf<Values>,
  ...values: Values
): Text => ({
  zh: text.zh(...values),
  en: text.en(...values),
})

/**
 * The generic input rules of the requirements, each with its own sentence (XC-16 to XC-18). Empty
 * text is `required`'s to say.
 */
export const generic = {
  required: () => v.nonEmpty<string, ReturnType<typeof say>>(say(commonWords.required)),
  atLeast: (n: number) =>
    v.check(
      (value: string) => value === '' || [...value].length >= n,
      say(filled(commonWords.tooShort, n)),
    ),
  atMost: (n: number) =>
    v.check((value: string) => [...value].length <= n, say(filled(commonWords.tooLong, n))),
}
