import { readStoredFields, formViewsByName } from '#app/features/outbox/public.ts'
import type { FormFields } from '#app/lib/forms/form-view.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { detailsLabels } from './details-labels.ts'
import styles from './students.module.css'

/** The submitted values of a form, field by field, with labels. */
export function SubmittedFormFields({ form, words }: { form: string; words: FormFields }) {
  const language = useLanguage()
  const fields = readStoredFields({ payload: words })
  const rows =
    formViewsByName[form]?.fields.map(({ name, label, show }) => ({
      name,
      label: label[language],
      said: show(fields[name], language, fields),
    })) ??
    Object.entries(detailsLabels).map(([name, { label, show }]) => ({
      name,
      label: label[language],
      said: show(fields[name]),
    }))
  return (
    <dl className={styles['words']}>
      {rows.map(({ name, label, said }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{said || '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
