import { Link } from '@tanstack/react-router'
import { moment } from '#app/features/office/face.ts'
import { formViews } from '#app/features/outbox/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Card } from '#app/ui/Card.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import type { StudentPage } from '#contract/student-page'
import { studentsWords } from '#words/students'
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
  const words = useWords(studentsWords)
  const language = useLanguage()
  return (
    <div className={styles['forms']}>
      {forms.map(({ form, words: said, history }) => (
        <Card
          key={form}
          flush
          title={formViews[form]?.title[language] ?? words.details}
          action={
            may.includes('saveForm') &&
            form in desks && (
              <Link to="/manage/$" params={{ _splat: `students/${who.student}/form/${form}` }}>
                {words.fillIn}
              </Link>
            )
          }
        >
          {said === null ? (
            <div className={styles['actions']}>
              <Quiet>{words.neverFilled}</Quiet>
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
  const words = useWords(studentsWords)
  const origins = { phone: words.fromPhone, desk: words.fromDesk, import: words.fromImport }
  if (history.length === 0) return null
  return (
    <details className={styles['history']}>
      <summary>{words.history(history.length)}</summary>
      {history.map(({ id, version, at, origin, by, words: said }) => (
        <div key={id} className={styles['line']}>
          <b>{words.version(version)}</b>{' '}
          <Quiet as="span">
            {[moment(at), origins[origin], by].filter((one) => one !== '').join(' · ')}
          </Quiet>
          <Words form={form} words={said} />
        </div>
      ))}
    </details>
  )
}
