import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Column,
  ExportButtons,
  Filters,
  LiveTable,
  moment,
} from '#app/features/office/face.ts'
import { useLanguage, useWords } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { finance, type INCIDENT_STATES, type PaymentIncident } from '#contract/finance'
import { financeWords, sayIncident } from '#words/finance'
import { HandleIncident } from './HandleIncident.tsx'

const NONE = 0

/** What about money a person has to look at, and what was done about it. */
export function Incidents() {
  const words = useWords(financeWords)
  const language = useLanguage()
  const [state, setState] = useState<(typeof INCIDENT_STATES)[number] | ''>('open')
  const [changes, setChanges] = useState(NONE)
  const again = () => setChanges((before) => before + 1)
  const columns: readonly Column<PaymentIncident>[] = [
    { key: 'kind', title: words.kind, cell: ({ kind }) => sayIncident[language](kind) },
    {
      key: 'sum',
      title: words.sum,
      cell: ({ amount }) => (amount === NONE ? '' : shownMoney(amount)),
      figures: true,
    },
    {
      key: 'student',
      title: words.student,
      cell: ({ student, name, studentNumber }) =>
        student !== '' && (
          <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
            {name} {studentNumber}
          </Link>
        ),
    },
    {
      key: 'order',
      title: words.orderAndTransaction,
      cell: ({ orderNumber, transaction }) => (
        <>
          <div>{orderNumber}</div>
          <div>{transaction}</div>
        </>
      ),
    },
    { key: 'at', title: words.noticedAt, cell: ({ at }) => moment(at), short: true },
    {
      key: 'state',
      title: words.state,
      cell: ({ handledAt, handledBy, note }) =>
        handledAt === '' ? (
          <>
            <Pill tone="need">{words.waits}</Pill>
            {note !== '' && <div>{note}</div>}
          </>
        ) : (
          <>
            <Pill tone="done">{words.handled}</Pill>
            <div>{note}</div>
            <Quiet>{`${handledBy} ${moment(handledAt)}`}</Quiet>
          </>
        ),
    },
    {
      key: 'handle',
      title: '',
      cell: (incident) => <HandleIncident incident={incident} onEnd={again} />,
    },
  ]
  return (
    <>
      <Quiet>{words.incidentsAbout}</Quiet>
      <Filters>
        <Segments
          label={words.state}
          value={state}
          options={[
            { value: 'open', label: words.waits },
            { value: 'handled', label: words.handled },
            { value: '', label: words.anyState },
          ]}
          onChoose={setState}
        />
      </Filters>
      <ExportButtons
        named
        what={words.incidents}
        entry={finance.exportIncidents}
        inputFor={(format) => ({ state, format })}
      />
      <LiveTable
        title={words.incidents}
        name="finance-incidents"
        entry={finance.incidents}
        input={{ state }}
        follows={changes}
        rowsOf={({ incidents }) => incidents}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{words.noIncidents}</p>}
      />
    </>
  )
}
