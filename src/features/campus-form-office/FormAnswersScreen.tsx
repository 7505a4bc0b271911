import { FormAnswerList } from './FormAnswerList.tsx'
import { FormOverview } from './FormOverview.tsx'
import { StudentAnswersScreen } from './StudentAnswersScreen.tsx'

/** The answers to the forms of the campus: all forms, one form, or one student's answers to it. */
export function FormAnswersScreen({ rest }: { rest: string }) {
  const [form = '', student = ''] = rest.split('/')
  if (form === '') return <FormOverview />
  return student === '' ? (
    <FormAnswerList key={form} form={form} />
  ) : (
    <StudentAnswersScreen key={rest} form={form} student={student} />
  )
}
