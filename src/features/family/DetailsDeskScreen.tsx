import { type AtDesk, noDraft } from '#app/lib/forms/desk.ts'
import { notSavedText } from '#app/lib/forms/saved.ts'
import { useLanguage } from '#app/lib/language.ts'
import { detailsFrom, readDetailsDraft } from './details-values.ts'
import { DetailsForm } from './DetailsForm.tsx'

/** The personal details, filled in by the office: who stands there needs no code. */
export function DetailsDeskScreen({ student, words, version, write, onSaved }: AtDesk) {
  const language = useLanguage()
  return (
    <DetailsForm
      {...noDraft}
      source={{
        values: readDetailsDraft({ values: words }, student) ?? detailsFrom(undefined, student),
      }}
      save={async (details) => {
        const result = await write('details', details, version)
        return result.type === 'not-saved'
          ? { type: 'not-saved', why: notSavedText(result, language) }
          : { type: 'ok' }
      }}
      onSaved={onSaved}
    />
  )
}
