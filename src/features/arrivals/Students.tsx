import { useState } from 'react'
import { type Column, LiveList, Table } from '#app/features/office/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { agoOrDate } from '#app/lib/moments.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import {
  ARRIVAL_STATES,
  arrivals,
  type Expected,
  type Overview,
  type StudentFilter,
} from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'

/**
 * Students by name: who has not arrived, who has, and whose arrival nothing proves. When the
 * figures change, so do the names.
 */
export function Students({
  filter,
  figures,
}: {
  filter: StudentFilter
  figures: Overview | undefined
}) {
  const texts = useTexts(arrivalTexts)
  const [state, setState] = useState<(typeof ARRIVAL_STATES)[number]>('missing')
  return (
    <>
      <Segments
        label={texts.students}
        value={state}
        options={ARRIVAL_STATES.map((value) => ({ value, label: texts[value] }))}
        onChoose={setState}
      />
      <LiveList
        name="arrival-students"
        entry={arrivals.list}
        input={{ ...filter, state }}
        rowsOf={({ students }) => students}
        follows={figures}
      >
        {(rows) => (state === 'missing' ? <Missing rows={rows} /> : <Arrived rows={rows} />)}
      </LiveList>
    </>
  )
}

function Missing({ rows }: { rows: readonly Expected[] }) {
  const texts = useTexts(arrivalTexts)
  const { send, busy, problem } = useLive()
  const [phones, setPhones] = useState<ReadonlyMap<string, string>>(new Map())
  const hidden = rows.filter(({ student }) => !phones.has(student)).slice(-AT_ONCE)
  const look = async () => {
    const outcome = await send(arrivals.phones, { students: hidden.map(({ student }) => student) })
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
          <Quiet>{texts.phonesNoted}</Quiet>
        </div>
      )}
      <Alert text={problem} />
      <List
        rows={rows}
        title={texts.missing}
        columns={[
          {
            key: 'phone',
            title: texts.phone,
            cell: ({ student }) => <Phone phone={phones.get(student)} />,
          },
        ]}
      />
    </>
  )
}

// As many as the call takes.
const AT_ONCE = 500

function Phone({ phone }: { phone: string | undefined }) {
  return phone === undefined ? '•••' : <a href={`tel:${phone}`}>{phone}</a>
}

function Arrived({ rows }: { rows: readonly Expected[] }) {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  return (
    <List
      rows={rows}
      title={texts.arrived}
      columns={[
        {
          key: 'at',
          title: texts.arrivedAt,
          cell: ({ arrivedAt }) => agoOrDate(Date.parse(arrivedAt), language),
        },
        {
          key: 'by',
          title: texts.confirmedBy,
          cell: ({ confirmedBy, deliveredBy, verified }) => (
            <>
              {confirmedBy} {deliveredBy !== undefined && texts.deliveredBy(deliveredBy)}{' '}
              {!verified && <Pill tone="wait">{texts.unverified}</Pill>}
            </>
          ),
        },
      ]}
    />
  )
}

function List({
  rows,
  title,
  columns,
}: {
  rows: readonly Expected[]
  title: string
  columns: readonly Column<Expected>[]
}) {
  const texts = useTexts(arrivalTexts)
  return (
    <Table
      caption={title}
      columns={[
        { key: 'name', title: texts.name, cell: ({ name }) => name },
        { key: 'number', title: texts.number, cell: ({ number }) => number },
        { key: 'department', title: texts.department, cell: ({ department }) => department },
        {
          key: 'room',
          title: texts.room,
          cell: ({ building, room, bed }) => [building, room, bed].filter(Boolean).join(' '),
        },
        ...columns,
      ]}
      rows={rows}
      rowKey={({ student }) => student}
      empty={<p>{texts.nobody}</p>}
    />
  )
}
