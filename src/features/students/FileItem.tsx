import { Table } from '#app/features/office/face.ts'
import { formViews, splitFields } from '#app/features/outbox/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { type Looked, students, type Taken } from '#contract/students'
import { outboxWords } from '#words/outbox'
import { studentsWords } from '#words/students'
import { Act } from './Act.tsx'
import styles from './students.module.css'

const TONES: Readonly<Record<Looked['state'], Tone>> = {
  new: 'wait',
  arrived: 'done',
  refused: 'need',
  'other-words': 'need',
  unreadable: 'need',
}

/** One submission of a file: each field beside what the university has, and the way to deliver. */
export function FileItem({
  student,
  item,
  looked: { state, receipt, mine, theirs, version },
  onDone,
}: {
  student: string
  item: Taken
  looked: Looked
  onDone: () => void
}) {
  const words = useWords(studentsWords)
  const outbox = useWords(outboxWords)
  const language = useLanguage()
  const view = formViews[item.form]
  const states = {
    new: words.isNew,
    arrived: words.hasArrived(receipt),
    refused: words.wasRefused,
    'other-words': words.otherWords,
    unreadable: words.unreadable,
  }
  const title = view?.title[language] ?? outbox.unknownForm
  const differing = view === undefined ? [] : splitFields(view, mine, theirs).differing
  const said = (fields: Looked['mine']) => (field: (typeof differing)[number]) =>
    (fields[field.name] === undefined ? '' : field.show(fields[field.name], language, fields)) ||
    outbox.nothing
  return (
    <Stack>
      <div className={styles['tools']}>
        <h2>{title}</h2>
        <Pill tone={TONES[state]}>{states[state]}</Pill>
        {state === 'new' && (
          <Act
            name={words.deliver}
            note={title}
            entry={students.deliver}
            input={(reason) => ({ student, reason, version, item })}
            onDone={onDone}
          />
        )}
      </div>
      {view !== undefined && state !== 'unreadable' && (
        <Table
          caption={title}
          titled
          rows={view.fields}
          rowKey={({ name }) => name}
          empty={null}
          columns={[
            {
              key: 'field',
              title: '',
              cell: (field) => (
                <span className={differing.includes(field) ? styles['differs'] : undefined}>
                  {field.label[language]}
                </span>
              ),
            },
            { key: 'mine', title: words.mine, cell: said(mine) },
            { key: 'theirs', title: words.theirs, cell: said(theirs) },
          ]}
        />
      )}
    </Stack>
  )
}
