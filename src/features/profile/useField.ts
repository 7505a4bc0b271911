import { type FocusEvent, useState } from 'react'
import * as v from 'valibot'
import { useLanguage } from '#app/lib/language/language.ts'

/**
 * A field with validation: its value, and its error in the app's language once the field was
 * touched.
 */
export function useField(rules: v.GenericSchema<unknown, string>) {
  const language = useLanguage()
  const [input, setInput] = useState('')
  const [isTouched, setTouched] = useState(false)
  const parsed = v.safeParse(rules, input, { lang: language })
  return {
    value: parsed.success ? parsed.output : undefined,
    input,
    /** The field was left or the form was submitted. */
    isTouched,
    error: isTouched && !parsed.success ? parsed.issues[0].message : undefined,
    /** Shows errors from now on. */
    look: () => setTouched(true),
    props: {
      value: input,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setInput(value),
      // An error shown on the way to the submit button would move the page, and the tap would miss.
      // The submission validates anyway.
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
