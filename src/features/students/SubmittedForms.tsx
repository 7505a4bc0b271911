import { formatChinaTime, OfficeLink } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import type { StudentPage } from '#contract/student-page'
import { findFormTitle } from '#i18n/form-titles'
import { studentsTexts } from '#i18n/students'
import type { StudentPagePartProps } from './StudentScreen.tsx'
import type { OnBehalfForms } from './StudentsScreen.tsx'
import { SubmittedFormFields } from './SubmittedFormFields.tsx'
import styles from './students.module.css'

type Form = NonNullable<StudentPage['forms']>[number]

/**
 * The student's submissions of each form: the newest values, and earlier ones with their authors.
 */
export function SubmittedForms({
  page: { who, may },
  forms,
  desks,
}: StudentPagePartProps & { forms: readonly Form[]; desks: OnBehalfForms }) {
  const texts = useTexts(studentsTexts)
  const language = useLanguage()
  return (
    <div className={styles['forms']}>
      {forms.map(({ form, words: said, history }) => (
        <Card
          key={form}
          flush
          title={findFormTitle(form)?.[language] ?? texts.details}
          action={
            may.includes('saveForm') &&
            form in desks && (
              <OfficeLink to={`students/${who.student}/form/${form}`}>{texts.fillIn}</OfficeLink>
            )
          }
        >
          {said === null ? (
            <div className={styles['actions']}>
              <MutedText>{texts.neverFilled}</MutedText>
            </div>
          ) : (
            <SubmittedFormFields form={form} words={said} />
          )}
          <History form={form} history={history} />
        </Card>
      ))}
    </div>
  )
}

function History({ form, history }: Pick<Form, 'form' | 'history'>) {
  const texts = useTexts(studentsTexts)
  const origins = { phone: texts.fromPhone, desk: texts.fromDesk, import: texts.fromImport }
  if (history.length === 0) return null
  return (
    <details className={styles['history']}>
      <summary>{texts.history(history.length)}</summary>
      {history.map(({ id, version, at, origin, by, words: said }) => (
        <div key={id} className={styles['line']}>
          <b>{texts.version(version)}</b>{' '}
          <MutedText as="span">
            {[formatChinaTime(at), origins[origin], by].filter((one) => one !== '').join(' · ')}
          </MutedText>
          <SubmittedFormFields form={form} words={said} />
        </div>
      ))}
    </details>
  )
}
