import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LiveTable, OfficePage, SearchLine } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { students } from '#contract/students'
import { studentsWords } from '#words/students'

/** Find a student by what they can tell at a desk. */
export function SearchScreen() {
  const words = useWords(studentsWords)
  const [find, setFind] = useState('')
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <SearchLine label={words.find} maxLength={64} onSearch={setFind} />
      {find === '' ? (
        <Quiet note>{words.typeFirst}</Quiet>
      ) : (
        <LiveTable
          name="office-students"
          entry={students.search}
          input={{ find }}
          rowsOf={(answer) => answer.students}
          title={words.title}
          rowKey={({ student }) => student}
          columns={[
            {
              key: 'name',
              title: words.name,
              cell: ({ student, name, withdrawn }) => (
                <>
                  <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
                    {name}
                  </Link>{' '}
                  {withdrawn && <Pill tone="need">{words.withdrawn}</Pill>}
                </>
              ),
            },
            {
              key: 'number',
              title: words.number,
              cell: ({ number, examNumber }) => number || examNumber,
            },
            {
              key: 'place',
              title: words.place,
              cell: ({ department, className }) => `${department} ${className}`,
            },
          ]}
        />
      )}
    </OfficePage>
  )
}
