import { useQuery } from '@tanstack/react-query'
import { loadOutboxView } from '#app/features/campus-forms/public.ts'
import type { FormView } from '#app/lib/forms/form-view.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { campusFormIdOf } from '#contract/campus-form-names'
import { findFormTitle } from '#i18n/form-titles'
import { outboxTexts } from '#i18n/outbox'
import type { OutboxItem } from '#offline/outbox/outbox-records'
import { formViewsByName, readStoredFields } from './form-views.ts'

const asked = { networkMode: 'always', retry: false, staleTime: 60_000 } as const

/** The title of a form. That of a campus form is known once it was read from this phone. */
export function useFormTitle(name: string): string {
  const texts = useTexts(outboxTexts)
  const language = useLanguage()
  const subject = useSession()?.subject
  const form = campusFormIdOf(name)
  const { data } = useQuery({
    ...asked,
    queryKey: [subject, 'campus-form-title', form],
    queryFn: async () => (await (await loadOutboxView()).loadCampusFormTitle(form ?? '')) ?? null,
    enabled: form !== undefined,
  })
  return data?.[language] ?? findFormTitle(name)?.[language] ?? texts.unknownForm
}

/**
 * The view of an unsent submission with all its fields. `isLoading`: that of a campus form is being
 * read, in the version in which the answers were given.
 */
export function useFormView(item: OutboxItem | undefined): {
  readonly view: FormView | undefined
  readonly isLoading: boolean
} {
  const isCampusForm = item !== undefined && campusFormIdOf(item.form) !== undefined
  const { form, version } = item === undefined ? {} : readStoredFields(item)
  const { data, isLoading } = useQuery({
    ...asked,
    queryKey: [item?.subject, 'campus-form-view', form, version],
    queryFn: async () =>
      (await (
        await loadOutboxView()
      ).createCampusFormView({ form: String(form), version: Number(version) })) ?? null,
    enabled: isCampusForm,
  })
  return isCampusForm
    ? { view: data ?? undefined, isLoading }
    : { view: item && formViewsByName[item.form], isLoading: false }
}
