import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Filters, LiveList, OfficePage, Table } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { students } from '#contract/students'
import { officeWords } from '#words/office'
import { studentsWords } from '#words/students'

/** Find a student by what they can tell at a desk. */
export function SearchScreen() {
  const words = useWords(studentsWords)
  const common = useWords(officeWords)
  const [typed, setTyped] = useState('')
  const [find, setFind] = useState('')
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <Filters onSearch={() => setFind(typed.trim())}>
        <TextField
          label={words.find}
          value={typed}
          maxLength={64}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="second">
          {common.search}
        </Button>
      </Filters>
      {find === '' ? (
        <Quiet note>{words.typeFirst}</Quiet>
      ) : (
        <LiveList
          name="office-students"
          entry={students.search}
          input={{ find }}
          rowsOf={(answer) => answer.students}
        >
          {(rows) => (
            <Table
              caption={words.title}
              rows={rows}
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
        </LiveList>
      )}
    </OfficePage>
  )
}
