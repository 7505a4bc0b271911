import { type FocusEvent, useState } from 'react'
import * as v from 'valibot'
import { useLanguage } from '#app/lib/language/language.ts'

/**
 * A field with its rules: what was typed, and, once it was looked at, what is wrong with it in the
 * app's language.
 */
export function useField(rules: v.GenericSchema<unknown, string>) {
  const language = useLanguage()
  const [input, setInput] = useState('')
  const [isTouched, setTouched] = useState(false)
  const parsed = v.safeParse(rules, input, { lang: language })
  return {
    value: parsed.success ? parsed.output : undefined,
    input,
    /** It was left, or the form was sent. */
    isTouched,
    error: isTouched && !parsed.success ? parsed.issues[0].message : undefined,
    /** Show from now on what is wrong. */
    look: () => setTouched(true),
    props: {
      value: input,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setInput(value),
      // On the way to the form's own button the page must not move, or the tap misses it; that
      // looks anyhow.
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (
          input !== '' &&
          !(relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')
        )
          setTouched(true)
      },
    },
  }
}
