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
  /** One line that distinguishes a submission from other submissions of the form. */
  readonly summary: (fields: FormFields, language: Language) => string
  readonly fields: readonly {
    readonly name: string
    readonly label: LocalizedText
    readonly show: (value: unknown, language: Language, all: FormFields) => string
    /**
     * Fields that have no row and belong to this field. When a conflict is resolved, their values
     * come from the same version as this field's value.
     */
    readonly with?: readonly string[]
  }[]
  /** The path of the page on which the submission is edited; absent if there is no such page. */
  readonly editAt?: (fields: FormFields, stunum: string) => string
  /** Fetches the university's current record, with its version. */
  readonly fetchServerVersion: (subject: string) => Promise<CallOutcome<FormFields | null>>
}

/** The value if it is a string, otherwise ''. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
