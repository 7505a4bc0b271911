import { useState } from 'react'
import { AbsenceText } from '#app/features/late-arrivals/public.ts'
import { formatChinaTime, PagedList, Table } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type ClassStudent, type ClassStudentState, counsellors } from '#contract/counsellors'
import type { Absence } from '#contract/late-arrivals'
import { counsellorTexts } from '#i18n/counsellors'
import { FollowUpSheet } from './FollowUpSheet.tsx'

// The largest number of students whose phones one call shows.
const AT_ONCE = 100

/** The students of a filter, each with what is open and the follow-up. */
export function ClassStudents({
  filter,
  onChanged,
}: {
  filter: {
    readonly className: string
    readonly state: ClassStudentState
    readonly step: number
    readonly find: string
  }
  onChanged: () => void
}) {
  const texts = useTexts(counsellorTexts)
  const [opened, open] = useState<ClassStudent>()
  const [changes, setChanges] = useState(0)
  return (
    <>
      <h2>{texts.list}</h2>
      <PagedList
        name="class-students"
        entry={counsellors.list}
        input={filter}
        rowsOf={({ students }) => students}
        follows={changes}
      >
        {(rows) => <StudentTable rows={rows} onOpen={open} />}
      </PagedList>
      {opened !== undefined && (
        <FollowUpSheet
          key={opened.student}
          of={opened}
          onClose={() => open(undefined)}
          onChanged={() => {
            open(undefined)
            setChanges((count) => count + 1)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function StudentTable({
  rows,
  onOpen,
}: {
  rows: readonly ClassStudent[]
  onOpen: (student: ClassStudent) => void
}) {
  const texts = useTexts(counsellorTexts)
  const named = useTranslateName()
  const { send, busy, problem } = useOnlineCall()
  const [phones, setPhones] = useState<ReadonlyMap<string, string>>(new Map())
  const hidden = rows.filter(({ student }) => !phones.has(student)).slice(0, AT_ONCE)
  const look = async () => {
    const outcome = await send(counsellors.phones, {
      students: hidden.map(({ student }) => student),
    })
    if (outcome?.type !== 'ok') return
    const seen = outcome.data.phones.map(({ student, phone }): [string, string] => [student, phone])
    setPhones(new Map([...phones, ...seen]))
  }
  return (
    <>
      {hidden.length > 0 && (
        <div>
          <Button tone="second" busy={busy} onClick={() => void look()}>
            {texts.showPhones}
          </Button>
          <MutedText>{texts.phonesNoted}</MutedText>
        </div>
      )}
      <Alert text={problem} />
      <Table
        caption={texts.list}
        titled
        columns={[
          { title: texts.name, cell: ({ name }) => name },
          { title: texts.number, cell: ({ number }) => number },
          { title: texts.className, cell: ({ className }) => className },
          { title: texts.phone, cell: ({ student }) => <Phone phone={phones.get(student)} /> },
          { title: texts.arrival, cell: (row) => <Arrival of={row} /> },
          {
            title: texts.steps,
            cell: ({ steps }) => (steps.length === 0 ? texts.allDone : steps.map(named).join('、')),
          },
          {
            title: '',
            cell: (row) => (
              <TextButton label={texts.followNamed(row.name)} onClick={() => onOpen(row)}>
                {texts.follow}
              </TextButton>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ student }) => student}
      />
    </>
  )
}

function Phone({ phone }: { phone: string | undefined }) {
  return phone === undefined ? '•••' : <a href={`tel:${phone}`}>{phone}</a>
}

function Arrival({ of: { arrivedAt, absence, request } }: { of: ClassStudent }) {
  const texts = useTexts(counsellorTexts)
  if (arrivedAt !== '')
    return <Pill tone="done">{texts.arrivedAt(formatChinaTime(arrivedAt))}</Pill>
  const current = toAbsence(absence)
  return (
    <>
      {current === undefined ? (
        <Pill tone="mute">{texts.missing}</Pill>
      ) : (
        <Pill tone="wait">
          <AbsenceText absence={current} />
        </Pill>
      )}{' '}
      {request !== undefined && <Pill tone="need">{texts.asks(request.expectedOn)}</Pill>}
    </>
  )
}

const toAbsence = (record: ClassStudent['absence']): Absence | undefined =>
  record === undefined || record.kind === 'none'
    ? undefined
    : { kind: record.kind, expectedOn: record.expectedOn }
