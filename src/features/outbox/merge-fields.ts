import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import type { ConflictSide } from './ConflictFieldChoice.tsx'

/**
 * Splits the shown fields into those that differ between the two versions and those that are equal.
 */
export function splitConflictingFields(
  { fields }: Pick<FormView, 'fields'>,
  mine: FormFields,
  theirs: FormFields,
): Readonly<Record<'differing' | 'alike', FormView['fields']>> {
  const isAlike = ({ name }: { name: string }) =>
    JSON.stringify(mine[name]) === JSON.stringify(theirs[name])
  return { differing: fields.filter((field) => !isAlike(field)), alike: fields.filter(isAlike) }
}

/**
 * Merges the two versions: the result is the student's version with the university's value for each
 * chosen field. Fields that are not shown keep the student's value, unless they belong to a chosen
 * field.
 */
export function mergeConflictingFields({
  fields,
  mine,
  theirs,
  sides,
}: Pick<FormView, 'fields'> & {
  mine: FormFields
  theirs: FormFields
  sides: Readonly<Record<string, ConflictSide>>
}): FormFields {
  const taken = fields
    .filter(({ name }) => sides[name] === 'theirs')
    .flatMap(({ name, with: more }) => [name, ...more])
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) }
}
