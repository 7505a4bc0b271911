import type { FormFields, FormView } from '#app/lib/forms/form-view.ts'
import type { ConflictSide } from './FieldChoice.tsx'

/** The shown fields in which the two differ, and those in which they do not. */
export function splitFields(
  { fields }: Pick<FormView, 'fields'>,
  mine: FormFields,
  theirs: FormFields,
) {
  const isAlike = ({ name }: { name: string }) =>
    JSON.stringify(mine[name]) === JSON.stringify(theirs[name])
  return { differing: fields.filter((field) => !isAlike(field)), alike: fields.filter(isAlike) }
}

/**
 * My submission with their words where theirs were chosen; what is not shown stays mine, unless it
 * belongs to what was chosen.
 */
export function mergeFields({
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
    .flatMap(({ name, with: more = [] }) => [name, ...more])
  return { ...mine, ...Object.fromEntries(taken.map((name) => [name, theirs[name]])) }
}
