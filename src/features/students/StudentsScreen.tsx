import type { ComponentType } from 'react'
import type { AtDesk } from '#app/lib/forms/desk.ts'
import { DeskScreen } from './DeskScreen.tsx'
import { FileScreen } from './FileScreen.tsx'
import { SearchScreen } from './SearchScreen.tsx'
import { StudentScreen } from './StudentScreen.tsx'

/** The forms that are filled in at a desk, by name. */
export type DeskForms = Readonly<Record<string, ComponentType<AtDesk>>>

/** Students: the search, one of them, one of their forms, or the file that their phone gave out. */
export function StudentsScreen({ rest, forms }: { rest: string; forms: DeskForms }) {
  const [student = '', page, form = ''] = rest.split('/')
  if (student === '') return <SearchScreen />
  if (page === 'file') return <FileScreen key={student} student={student} />
  const Form = page === 'form' ? forms[form] : undefined
  return Form === undefined ? (
    <StudentScreen key={student} student={student} forms={forms} />
  ) : (
    <DeskScreen key={rest} student={student} form={form} Form={Form} />
  )
}
