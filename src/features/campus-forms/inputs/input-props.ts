import type { Ref } from 'react'
import type { SingleAnswer } from '#contract/campus-form-submission'

/** What every kind of input gets. */
export interface InputProps {
  readonly name: string
  readonly label: string
  readonly hint: string | undefined
  readonly error: string | undefined
  /** Whether the label is too long to stand next to the input. */
  readonly wide: boolean
  readonly value: SingleAnswer
  readonly onChange: (value: SingleAnswer) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement & HTMLButtonElement & HTMLTextAreaElement>
}
