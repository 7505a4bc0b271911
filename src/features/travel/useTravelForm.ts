import { serverYear } from '#app/lib/dates.ts'
import { useLanguage } from '#app/lib/language.ts'
import { submit, type Submitted } from '#app/lib/outbox.ts'
import { useTyping } from '#app/lib/typing.ts'
import { travelIn, type Travel } from '#contract/travel'
import type { Problem } from '#offline/item'
import type { Language } from '#words/say'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo, useRef } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import * as v from 'valibot'
import type { Source, Values } from './values.ts'

/** The fields that are shown, in their order. */
export const NAMES = ['startCity', 'startDate', 'arrivalDate', 'arrivalTime', 'mode', 'companions', 'remark', 'open'] as const

/** The state of the travel form: filled, kept while it is typed, checked by the contract's rules, written to the outbox. */
export function useTravelForm({
  source,
  restored,
  issues,
  onDraft,
}: {
  source: Source
  /** The values are a draft: they count as typed. */
  restored: boolean
  issues: Problem['issues'] | undefined
  onDraft: (draft: Source) => Promise<void>
}) {
  const language = useLanguage()
  const year = serverYear()
  const resolver = useMemo(() => standardSchemaResolver<Values, unknown, Travel>(schemaIn(year, language)), [year, language])
  const form = useForm<Values, unknown, Travel>({
    defaultValues: source.values,
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const { isDirty, isSubmitting } = form.formState
  useTyping(isDirty || restored)
  const filledFrom = useSource(form, source, !isDirty && !isSubmitting)
  useKeeping(form, ({ values }) => onDraft({ values, baseVersion: filledFrom.current.baseVersion }))
  useIssues(form, issues)

  const write = async (travel: Travel): Promise<Submitted> => {
    const { baseVersion } = filledFrom.current
    const result = await submit({ form: 'travel', payload: travel, ...(baseVersion !== undefined && { baseVersion }) })
    if (result.type !== 'not-saved') form.reset(travel)
    return result
  }
  // The library would follow the order in which fields were made known, which is not the order on the page.
  const focusFirst = (wrong: object) => {
    const first = NAMES.find((name) => name in wrong)
    if (first !== undefined) form.setFocus(first)
  }
  // A later start makes an earlier arrival meaningless (D-46).
  const startChanged = (start: string) => {
    const { arrivalDate } = form.getValues()
    if (arrivalDate === '' || arrivalDate >= start) return
    form.setValue('arrivalDate', '', { shouldDirty: true })
    form.clearErrors('arrivalDate')
  }
  return { form, year, write, startChanged, focusFirst }
}

type Form = UseFormReturn<Values, unknown, Travel>

// A newer record from the network takes its place until the first touch; then the words stay the student's.
function useSource({ reset }: Form, source: Source, untouched: boolean) {
  const filledFrom = useRef(source)
  const known = JSON.stringify(source)
  useEffect(() => {
    if (!untouched || known === JSON.stringify(filledFrom.current)) return
    const next: Source = JSON.parse(known)
    filledFrom.current = next
    reset(next.values)
  }, [untouched, known, reset])
  return filledFrom
}

// Every key stroke is kept at once: the page may be gone before any pause.
function useKeeping({ subscribe }: Form, keep: (typed: { values: Values }) => Promise<void>) {
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          if (name !== undefined) void latest.current({ values })
        },
      }),
    [subscribe],
  )
}

function useIssues({ setError }: Form, issues: Problem['issues'] | undefined) {
  useEffect(() => {
    for (const { path, message } of issues ?? []) {
      const name = NAMES.find((one) => one === path)
      if (name !== undefined) setError(name, { type: 'server', message })
    }
  }, [issues, setError])
}

// The contract's rules in the language of the app. They take anything in; the resolver wants to know what the form holds.
function schemaIn(year: number, language: Language): Parameters<typeof standardSchemaResolver<Values, unknown, Travel>>[0] {
  const rules = v.config(travelIn(year), { lang: language })
  return { '~standard': { version: 1, vendor: 'valibot', validate: (values) => rules['~standard'].validate(values) } }
}
