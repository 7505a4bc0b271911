import { Link } from '@tanstack/react-router'
import { moment } from '#app/features/office/face.ts'
import { formViews } from '#app/features/outbox/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import type { StudentPage } from '#contract/student-page'
import { studentsTexts } from '#i18n/students'
import type { PartOf } from './StudentScreen.tsx'
import type { DeskForms } from './StudentsScreen.tsx'
import { Words } from './Words.tsx'
import styles from './students.module.css'

type Form = NonNullable<StudentPage['forms']>[number]

/** What a student said in each form: the newest words, and who said what before. */
export function Forms({
  page: { who, may },
  forms,
  desks,
}: PartOf & { forms: readonly Form[]; desks: DeskForms }) {
  const texts = useTexts(studentsTexts)
  const language = useLanguage()
  return (
    <div className={styles['forms']}>
      {forms.map(({ form, words: said, history }) => (
        <Card
          key={form}
          flush
          title={formViews[form]?.title[language] ?? texts.details}
          action={
            may.includes('saveForm') &&
            form in desks && (
              <Link to="/manage/$" params={{ _splat: `students/${who.student}/form/${form}` }}>
                {texts.fillIn}
              </Link>
            )
          }
        >
          {said === null ? (
            <div className={styles['actions']}>
              <Quiet>{texts.neverFilled}</Quiet>
            </div>
          ) : (
            <Words form={form} words={said} />
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
          <Quiet as="span">
            {[moment(at), origins[origin], by].filter((one) => one !== '').join(' · ')}
          </Quiet>
          <Words form={form} words={said} />
        </div>
      ))}
    </details>
  )
}
