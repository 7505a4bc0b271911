import {
  type CurrentUntil,
  ensureCached,
  readCachedValue,
} from '#app/features/offline-readiness/public.ts'
import { loadRegionsLazily } from '#app/features/regions/public.ts'
import { itemsOf } from '#contract/campus-form-definition'
import { answersQuery, classmatesQuery, definitionQuery, offeredFormsQuery } from './queries.ts'

/**
 * Stores the forms of this student with their definitions and answers, and the code of their pages,
 * which belongs to no pack. Resolves to the time until which all are current.
 */
export async function prepareCampusForms(): Promise<CurrentUntil> {
  let until = await ensureCached(offeredFormsQuery())
  if (until === undefined) return undefined
  const offered = await readCachedValue(offeredFormsQuery()).catch(() => undefined)
  const also = async (one: Promise<CurrentUntil>) => {
    const other = await one
    until = until === undefined || other === undefined ? undefined : Math.min(until, other)
  }
  const types = new Set<string>()
  for (const { form, version, definition } of offered?.forms ?? []) {
    for (const { item } of itemsOf(definition.items)) types.add(item.type)
    await also(ensureCached(answersQuery(form)))
    const given = await readCachedValue(answersQuery(form)).catch(() => undefined)
    // Answers of an earlier version are shown as they were given.
    if (given?.submission && given.submission.version !== version)
      await also(ensureCached(definitionQuery(form, given.submission.version)))
  }
  if (types.has('classmate')) await also(ensureCached(classmatesQuery()))
  if (types.has('region')) await loadRegionsLazily()
  await Promise.all([
    import('./CampusFormScreen.tsx'),
    import('./CampusFormListScreen.tsx'),
    import('./CampusFormFields.tsx'),
    import('./inputs/rare-inputs.ts'),
    import('./outbox-view.ts'),
    import('#app/ui/SubmissionSheet.tsx'),
    import('#app/lib/pictures/prepare-image.ts'),
    // An export of unsent answers has their files.
    import('#app/lib/outbox/exported-files.ts'),
  ])
  return until
}
