import { useState } from 'react'
import { AbsenceText } from '#app/features/late-arrivals/public.ts'
import { type TableColumn, PagedList, Table } from '#app/features/office/public.ts'
import { formatRecentTime } from '#app/lib/format/china-time.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import {
  ARRIVAL_STATES,
  arrivals,
  type ExpectedStudent,
  type ArrivalOverview,
  type ArrivalFilter,
} from '#contract/arrivals'
import { arrivalTexts } from '#i18n/arrivals'
import { lateArrivalTexts } from '#i18n/late-arrivals'

/**
 * Students by name: not arrived, arrived, or arrived without proof. When the counts change, the
 * names are read again.
 */
export function ArrivalStudents({
  filter,
  figures,
}: {
  filter: ArrivalFilter
  figures: ArrivalOverview | undefined
}) {
  const texts = useTexts(arrivalTexts)
  const [state, setState] = useState<(typeof ARRIVAL_STATES)[number]>('missing')
  return (
    <>
      <SegmentedControl
        label={texts.students}
        value={state}
        options={ARRIVAL_STATES.map((value) => ({ value, label: texts[value] }))}
        onChoose={setState}
      />
      <PagedList
        name="arrival-students"
        entry={arrivals.list}
        input={{ ...filter, state }}
        rowsOf={({ students }) => students}
        follows={figures}
      >
        {(rows) =>
          state === 'missing' ? <NotArrivedList rows={rows} /> : <ArrivedList rows={rows} />
        }
      </PagedList>
    </>
  )
}

function NotArrivedList({ rows }: { rows: readonly ExpectedStudent[] }) {
  const texts = useTexts(arrivalTexts)
  const late = useTexts(lateArrivalTexts)
  const { send, busy, problem } = useOnlineCall()
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
          <MutedText>{texts.phonesNoted}</MutedText>
        </div>
      )}
      <Alert text={problem} />
      <List
        rows={rows}
        title={texts.missing}
        columns={[
          { title: texts.phone, cell: ({ student }) => <Phone phone={phones.get(student)} /> },
          { title: late.absence, cell: ({ absence }) => <AbsenceText absence={absence} /> },
        ]}
      />
    </>
  )
}

// The maximum number of students per call.
const AT_ONCE = 500

function Phone({ phone }: { phone: string | undefined }) {
  return phone === undefined ? '•••' : <a href={`tel:${phone}`}>{phone}</a>
}

function ArrivedList({ rows }: { rows: readonly ExpectedStudent[] }) {
  const texts = useTexts(arrivalTexts)
  const language = useLanguage()
  return (
    <List
      rows={rows}
      title={texts.arrived}
      columns={[
        {
          title: texts.arrivedAt,
          cell: ({ arrivedAt }) => formatRecentTime(Date.parse(arrivedAt), language),
        },
        {
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
  rows: readonly ExpectedStudent[]
  title: string
  columns: readonly TableColumn<ExpectedStudent>[]
}) {
  const texts = useTexts(arrivalTexts)
  return (
    <Table
      caption={title}
      columns={[
        { title: texts.name, cell: ({ name }) => name },
        { title: texts.number, cell: ({ number }) => number },
        { title: texts.department, cell: ({ department }) => department },
        {
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
