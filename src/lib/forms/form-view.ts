import type { FormFieldName } from '#contract/queued-form'
import type { Language, LocalizedText } from '#i18n/translate'
import type { CallOutcome } from '../network/call-api.ts'

/** The fields of a submission by name; the values are displayed and not validated. */
export type FormFields = Readonly<Record<string, unknown>>

/**
 * How the outbox displays the submissions of one form. The form's feature exports it from its
 * public.ts.
 */
export interface FormView {
  /** One line that distinguishes a submission from other submissions of the form. */
  readonly summary: (fields: FormFields, language: Language) => string
  /** A row for each visible field, in page order. */
  readonly fields: readonly (FormRow & {
    readonly name: string
    /**
     * Fields that have no row and belong to this field. When a conflict is resolved, their values
     * come from the same version as this field's value.
     */
    readonly with: readonly string[]
  })[]
  /** The path of the page on which the submission is edited; absent if there is no such page. */
  readonly editAt?: (fields: FormFields, stunum: string) => string
  /** Fetches the university's current record, with its version. */
  readonly fetchServerVersion: (subject: string) => Promise<CallOutcome<FormFields | null>>
  /** The fields of a payload that has them inside; absent if the payload's keys are the fields. */
  readonly toFields?: (payload: FormFields) => FormFields
  /** The opposite: the payload with these fields, which come from both versions. */
  readonly toPayload?: (
    fields: FormFields,
    versions: { readonly mine: FormFields; readonly theirs: FormFields },
  ) => FormFields
}

/** The label of a field, and its value as text. */
interface FormRow {
  readonly label: LocalizedText
  readonly show: (value: unknown, language: Language, all: FormFields) => string
}

/** The row of each field of a payload, or the field whose row it belongs to. */
type FormRows<Payload> = Readonly<
  Record<FormFieldName<Payload>, FormRow | { readonly shownWith: FormFieldName<Payload> }> &
    Partial<Record<Exclude<keyof Payload, FormFieldName<Payload>>, FormRow>>
>

/** Defines the view of a form; a field of the payload without an entry does not compile. */
export function defineFormView<Payload>({
  rows,
  ...view
}: Omit<FormView, 'fields'> & { readonly rows: FormRows<Payload> }): FormView {
  const entries = Object.entries<FormRow | { readonly shownWith: string }>(rows)
  return {
    ...view,
    fields: entries.flatMap(([name, row]) =>
      'shownWith' in row
        ? []
        : {
            ...row,
            name,
            with: entries.flatMap(([other, one]) =>
              'shownWith' in one && one.shownWith === name ? other : [],
            ),
          },
    ),
  }
}

/** The value if it is a string, otherwise ''. */
export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')
