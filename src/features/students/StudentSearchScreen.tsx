import { useState } from 'react'
import { PagedTable, OfficePage, SearchLine, OfficeLink } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { students } from '#contract/students'
import { studentsTexts } from '#i18n/students'

/** Searches for a student by details that the student can give in the office. */
export function StudentSearchScreen() {
  const texts = useTexts(studentsTexts)
  const [find, setFind] = useState('')
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <SearchLine label={texts.find} maxLength={64} onSearch={setFind} />
      {find === '' ? (
        <MutedText note>{texts.typeFirst}</MutedText>
      ) : (
        <PagedTable
          name="office-students"
          entry={students.search}
          input={{ find }}
          rowsOf={(answer) => answer.students}
          title={texts.title}
          rowKey={({ student }) => student}
          columns={[
            {
              title: texts.name,
              cell: ({ student, name, withdrawn }) => (
                <>
                  <OfficeLink to={`students/${student}`}>{name}</OfficeLink>{' '}
                  {withdrawn && <Pill tone="need">{texts.withdrawn}</Pill>}
                </>
              ),
            },
            { title: texts.number, cell: ({ number, examNumber }) => number || examNumber },
            {
              title: texts.place,
              cell: ({ department, className }) => `${department} ${className}`,
            },
          ]}
        />
      )}
    </OfficePage>
  )
}
