import { Table } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Card } from '#app/ui/Card.tsx'
import type { CallOutput } from '#contract/call'
import type { studentMessages } from '#contract/student-messages'
import { studentMessageTexts } from '#i18n/student-messages'

/** How many students an audience has, and the first of them, masked. */
export function AudiencePreview({ count, students }: CallOutput<typeof studentMessages.preview>) {
  const texts = useTexts(studentMessageTexts)
  return (
    <Card title={texts.count(count)}>
      <Table
        caption={texts.first(students.length)}
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.number, cell: ({ number }) => number },
          { title: texts.className, cell: ({ className }) => className },
        ]}
        rows={students.map((student, position) => ({ ...student, position }))}
        rowKey={({ position }) => String(position)}
        empty={<p>{texts.nobody}</p>}
      />
    </Card>
  )
}
