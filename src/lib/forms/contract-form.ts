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

/** Something wrong with a form: where, and in words. */
export interface FieldIssue {
  readonly path: string
  readonly message: string
}

/**
 * The state of a form: filled, kept while it is typed, checked by the contract's rules. `names` are
 * the shown fields in the order of the page. What the university refused is shown as `issues`.
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
  names: readonly Path<Values>[]
  source: FormSource<Values>
  /** The values are a draft: they count as typed. */
  restored: boolean
  issues?: readonly FieldIssue[] | undefined
  /**
   * A form with a list in it needs 'onBlur': else the library complains of a new item before it was
   * touched.
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
    /** The version of what the form was filled from. */
    version: () => filledFrom.current.baseVersion,
    wrong: listFieldIssues(errors, names),
    /**
     * To the first field of the page that is wrong; the library would follow the order in which
     * fields were made known.
     */
    focusFirst: (wrong: object) => {
      const [first] = listFieldIssues(wrong, names)
      if (first !== undefined) form.setFocus(first.path as Path<Values>)
    },
  }
}

/** What is wrong, in the order of the page; lists item by item. */
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

// A newer record from the network takes its place until the first touch; then the words stay the
// student's. In one go with the drawing that brings it: what is typed between the two would reach
// fields that the form no longer knows, and older words would be submitted in its place.
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

// Every key stroke is kept at once: the page may be gone before any pause.
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
  names: readonly Path<Values>[],
  issues: readonly FieldIssue[] | undefined,
) {
  // The same refusal read once more must not mark again what was put right meanwhile.
  const said = JSON.stringify(issues ?? [])
  useEffect(() => {
    const refused: readonly FieldIssue[] = JSON.parse(said)
    for (const { path, message } of refused) {
      const known = names.some((name) => name === path || path.startsWith(`${name}.`))
      if (known) setError(path as Path<Values>, { type: 'server', message })
    }
  }, [said, names, setError])
}

// The contract's rules in the language of the app. They take anything in; the resolver wants to
// know what the form holds.
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
