import type { Language, Text } from '#i18n/translate'
import type { Outcome } from '../network/call-api.ts'

/** The fields of a submission by name; what they hold is shown, never judged. */
export type FormFields = Readonly<Record<string, unknown>>

/** How the outbox speaks of one form. Its feature's face shows it as one value. */
export interface FormView {
  readonly title: Text
  /** One line that tells one submission from another. */
  readonly summary: (fields: FormFields, language: Language) => string
  readonly fields: readonly {
    readonly name: string
    readonly label: Text
    readonly show: (value: unknown, language: Language, all: FormFields) => string
    /**
     * Fields without a row of their own that belong to this one: they are taken from where it is
     * taken from.
     */
    readonly with?: readonly string[]
  }[]
  /** Where it is edited, if it can be. */
  readonly editAt?: (fields: FormFields, stunum: string) => string
  /** What the university has instead, with its version. */
  readonly fetchServerVersion: (subject: string) => Promise<Outcome<FormFields | null>>
}

/** A field as text; what is no text is ''. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
