import { type FocusEvent, useState } from 'react'
import * as v from 'valibot'
import { useLanguage } from '#app/lib/language/language.ts'

/**
 * A field with validation: its value and, after the user has touched the field, its error in the
 * app's language.
 */
export function useValidatedField(rules: v.GenericSchema<unknown, string>) {
  const language = useLanguage()
  const [input, setInput] = useState('')
  const [isTouched, setTouched] = useState(false)
  const parsed = v.safeParse(rules, input, { lang: language })
  return {
    value: parsed.success ? parsed.output : undefined,
    input,
    /** Whether the user has left the field or submitted the form. */
    isTouched,
    error: isTouched && !parsed.success ? parsed.issues[0].message : undefined,
    /** Shows errors from now on. */
    look: () => setTouched(true),
    props: {
      value: input,
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        setInput(value),
      // The error is not shown when the focus moves to the submit button: the error would move the
      // page, and the tap would miss the button. The submission validates the field anyway.
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
