import { type OnBehalfProps, noDraftProps } from '#app/lib/forms/on-behalf.ts'
import { describeUnsavedSubmission } from '#app/lib/forms/submission-status.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { toDetailsValues, parseDetailsDraft } from './details-values.ts'
import { DetailsForm } from './DetailsForm.tsx'

/**
 * The personal details, filled in by the office. No SMS code is needed, because the student is
 * present.
 */
export function DetailsOnBehalfScreen({
  student,
  payload,
  version,
  write,
  onSaved,
}: OnBehalfProps) {
  const language = useLanguage()
  return (
    <DetailsForm
      {...noDraftProps}
      source={{
        values:
          parseDetailsDraft({ values: payload }, student) ?? toDetailsValues(undefined, student),
      }}
      save={async (details) => {
        const result = await write('details', details, version)
        return result.type === 'not-saved'
          ? { type: 'not-saved', why: describeUnsavedSubmission(result, language) }
          : { type: 'ok' }
      }}
      onSaved={onSaved}
    />
  )
}
