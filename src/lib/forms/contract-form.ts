import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormReturn,
} from 'react-hook-form'
import * as v from 'valibot'
import type { Language } from '#i18n/translate'
import { useLanguage } from '../language/language.ts'
import { useDirtyForm } from './dirty-forms.ts'
import type { FormSource } from './queued-form.ts'

/** A validation issue of a form: the field's path and a message for the user. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

/**
 * The state of a form. The form is filled from `source`, validated by the contract's rules, and
 * saved as a draft at every keystroke. `names` are the visible fields in page order. `issues` are
 * the issues that the university reported.
 */
export function useContractForm<Values extends FieldValues, Payload extends FieldValues>({
  rules,
  names,
  source,
  restored,
  issues,
  mode = 'onTouched',
  onDraft,
}: {
  rules: v.GenericSchema<unknown, Payload>
  names: readonly string[]
  source: FormSource<Values>
  /** The values come from a draft, so they count as unsaved input. */
  restored: boolean
  issues?: readonly FieldIssue[] | undefined
  /**
   * When fields are validated. A form with a list needs 'onBlur': with 'onTouched' the library
   * reports issues of a new list item before the user has touched the item.
   */
  mode?: 'onTouched' | 'onBlur'
  onDraft: (draft: FormSource<Values>) => Promise<void>
}) {
  const language = useLanguage()
  const resolver = useMemo(
    () => standardSchemaResolver(schemaIn<Values, Payload>(rules, language)),
    [rules, language],
  )
  const form = useForm<Values, unknown, Payload>({
    defaultValues: source.values as DefaultValues<Values>,
    resolver,
    mode,
    shouldFocusError: false,
  })
  const { isDirty, isSubmitting, errors } = form.formState
  useDirtyForm(isDirty || restored)
  const filledFrom = useRefillFromSource(form, source, !isDirty && !isSubmitting)
  useSaveOnChange(form, (values) =>
    onDraft({ values, baseVersion: filledFrom.current.baseVersion }),
  )
  useIssues(form, names, issues)
  return {
    form,
    /** The version of the record from which the form was filled. */
    version: () => filledFrom.current.baseVersion,
    wrong: listFieldIssues(errors, names),
    /**
     * Focuses the first wrong field in page order; the library would use the order in which fields
     * were registered.
     */
    focusFirst: (wrong: object) => {
      const [first] = listFieldIssues(wrong, names)
      if (first !== undefined) form.setFocus(first.path as Path<Values>)
    },
  }
}

/** Lists the issues of a form in page order; the issues of a list are in the order of its items. */
export function listFieldIssues(errors: object, names: readonly string[]): FieldIssue[] {
  const known = new Map<string, unknown>(Object.entries(errors))
  return names.flatMap((name) => collectFieldIssues(known.get(name), name))
}

function collectFieldIssues(errors: unknown, path: string): FieldIssue[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && typeof errors.message === 'string')
    return [{ path, message: errors.message }]
  return Object.entries(errors).flatMap(([key, inner]) =>
    collectFieldIssues(inner, key === 'root' ? path : `${path}.${key}`),
  )
}

type Form<Values extends FieldValues, Payload extends FieldValues> = UseFormReturn<
  Values,
  unknown,
  Payload
>

// A newer record from the network replaces the values until the user first touches the form. The
// replacement runs in a layout effect, in the same commit as the render that brings the record.
// Input between the render and a later effect would go to fields that the form has replaced, and
// the form would submit the old values.
function useRefillFromSource<Values extends FieldValues, Payload extends FieldValues>(
  { reset }: Form<Values, Payload>,
  source: FormSource<Values>,
  untouched: boolean,
) {
  const filledFrom = useRef(source)
  const known = JSON.stringify(source)
  useLayoutEffect(() => {
    if (!untouched || known === JSON.stringify(filledFrom.current)) return
    const next: FormSource<Values> = JSON.parse(known)
    filledFrom.current = next
    reset(next.values)
  }, [untouched, known, reset])
  return filledFrom
}

// Every keystroke is saved at once, because the page can be closed at any time.
function useSaveOnChange<Values extends FieldValues, Payload extends FieldValues>(
  { subscribe }: Form<Values, Payload>,
  keep: (values: Values) => Promise<void>,
) {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name !== undefined) void latest.current(values)
        },
      }),
    [subscribe],
  )
}

function useIssues<Values extends FieldValues, Payload extends FieldValues>(
  { setError }: Form<Values, Payload>,
  names: readonly string[],
  issues: readonly FieldIssue[] | undefined,
) {
  // The issues are compared by content: if the same issues are received again, they must not mark
  // fields that the user has corrected meanwhile.
  const said = JSON.stringify(issues ?? [])
  useEffect(() => {
    const refused: readonly FieldIssue[] = JSON.parse(said)
    for (const { path, message } of refused) {
      const known = names.some((name) => name === path || path.startsWith(`${name}.`))
      if (known) setError(path as Path<Values>, { type: 'server', message })
    }
  }, [said, names, setError])
}

// The contract's rules with messages in the app's language. The rules accept any input; the
// resolver needs the type of the form's values.
function schemaIn<Values extends FieldValues, Payload extends FieldValues>(
  schema: v.GenericSchema<unknown, Payload>,
  language: Language,
): Parameters<typeof standardSchemaResolver<Values, unknown, Payload>>[0] {
  const rules = v.config(schema, { lang: language })
  return {
    '~standard': {
      version: 1,
      vendor: 'valibot',
      validate: (values) => rules['~standard'].validate(values),
    },
  }
}
