import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type Column,
  ExportButtons,
  Filters,
  LiveTable,
  moment,
} from '#app/features/office/face.ts'
import { useLanguage, useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { finance, type INCIDENT_STATES, type PaymentIncident } from '#contract/finance'
import { financeTexts, incidentKindTexts } from '#i18n/finance'
import { HandleIncident } from './HandleIncident.tsx'

const NONE = 0

/** What about money a person has to look at, and what was done about it. */
export function Incidents() {
  const texts = useTexts(financeTexts)
  const language = useLanguage()
  const [state, setState] = useState<(typeof INCIDENT_STATES)[number] | ''>('open')
  const [changes, setChanges] = useState(NONE)
  const again = () => setChanges((before) => before + 1)
  const columns: readonly Column<PaymentIncident>[] = [
    { key: 'kind', title: texts.kind, cell: ({ kind }) => incidentKindTexts[language](kind) },
    {
      key: 'sum',
      title: texts.sum,
      cell: ({ amount }) => (amount === NONE ? '' : shownMoney(amount)),
      figures: true,
    },
    {
      key: 'student',
      title: texts.student,
      cell: ({ student, name, studentNumber }) =>
        student !== '' && (
          <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
            {name} {studentNumber}
          </Link>
        ),
    },
    {
      key: 'order',
      title: texts.orderAndTransaction,
      cell: ({ orderNumber, transaction }) => (
        <>
          <div>{orderNumber}</div>
          <div>{transaction}</div>
        </>
      ),
    },
    { key: 'at', title: texts.noticedAt, cell: ({ at }) => moment(at), short: true },
    {
      key: 'state',
      title: texts.state,
      cell: ({ handledAt, handledBy, note }) =>
        handledAt === '' ? (
          <>
            <Pill tone="need">{texts.waits}</Pill>
            {note !== '' && <div>{note}</div>}
          </>
        ) : (
          <>
            <Pill tone="done">{texts.handled}</Pill>
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
      <Quiet>{texts.incidentsAbout}</Quiet>
      <Filters>
        <Segments
          label={texts.state}
          value={state}
          options={[
            { value: 'open', label: texts.waits },
            { value: 'handled', label: texts.handled },
            { value: '', label: texts.anyState },
          ]}
          onChoose={setState}
        />
      </Filters>
      <ExportButtons
        named
        what={texts.incidents}
        entry={finance.exportIncidents}
        inputFor={(format) => ({ state, format })}
      />
      <LiveTable
        title={texts.incidents}
        name="finance-incidents"
        entry={finance.incidents}
        input={{ state }}
        follows={changes}
        rowsOf={({ incidents }) => incidents}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{texts.noIncidents}</p>}
      />
    </>
  )
}
