import type { Language, LocalizedText } from '#i18n/translate'
import type { CallOutcome } from '../network/call-api.ts'

/** The fields of a submission by name; the values are displayed and not validated. */
export type FormFields = Readonly<Record<string, unknown>>

/**
 * How the outbox displays the submissions of one form. The form's feature exports it from its
 * public.ts.
 */
export interface FormView {
  readonly title: LocalizedText
  /** One line that distinguishes one submission from another. */
  readonly summary: (fields: FormFields, language: Language) => string
  readonly fields: readonly {
    readonly name: string
    readonly label: LocalizedText
    readonly show: (value: unknown, language: Language, all: FormFields) => string
    /**
     * Fields without a row of their own that belong to this one: when a conflict is resolved, they
     * come from the same side as it.
     */
    readonly with?: readonly string[]
  }[]
  /** The path of the page on which it is edited, if there is one. */
  readonly editAt?: (fields: FormFields, stunum: string) => string
  /** Fetches the university's current record, with its version. */
  readonly fetchServerVersion: (subject: string) => Promise<CallOutcome<FormFields | null>>
}

/** The value if it is a string, otherwise ''. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
