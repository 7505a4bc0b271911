import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  DateRangeFields,
  ExportButtons,
  FilterBar,
  PagedTable,
  formatChinaTime,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import type { CallInput } from '#contract/call'
import { finance, type PAYMENT_INCIDENT_STATES, type PaymentIncident } from '#contract/finance'
import { financeTexts, incidentKindTexts } from '#i18n/finance'
import { officeTexts } from '#i18n/office'
import { parseFinanceAddress } from './finance-address.ts'
import { PaymentIncidentForm } from './PaymentIncidentForm.tsx'

const NONE = 0
type Wanted = Omit<CallInput<typeof finance.incidents>, 'after'>

/** Payment incidents that a person has to check, and how they were handled. */
export function PaymentIncidents({ address }: { address: string }) {
  const texts = useTexts(financeTexts)
  const office = useTexts(officeTexts)
  const language = useLanguage()
  const given = parseFinanceAddress(address)
  const [state, setState] = useState<(typeof PAYMENT_INCIDENT_STATES)[number] | ''>(
    given.from === '' ? 'open' : '',
  )
  const [days, setDays] = useState({ from: given.from, to: given.to })
  const wanted: Wanted = { state, ...days }
  const [changes, setChanges] = useState(NONE)
  const again = () => setChanges((before) => before + 1)
  const columns: readonly TableColumn<PaymentIncident>[] = [
    { key: 'kind', title: texts.kind, cell: ({ kind }) => incidentKindTexts[language](kind) },
    {
      key: 'sum',
      title: texts.sum,
      cell: ({ amount }) => (amount === NONE ? '' : formatMoney(amount)),
      isNumeric: true,
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
    { key: 'at', title: texts.noticedAt, cell: ({ at }) => formatChinaTime(at), short: true },
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
            <MutedText>{`${handledBy} ${formatChinaTime(handledAt)}`}</MutedText>
          </>
        ),
    },
    {
      key: 'handle',
      title: '',
      cell: (incident) => <PaymentIncidentForm incident={incident} onEnd={again} />,
    },
  ]
  return (
    <>
      <MutedText>{texts.incidentsAbout}</MutedText>
      <FilterBar label={office.filters}>
        <SegmentedControl
          label={texts.state}
          value={state}
          options={[
            { value: 'open', label: texts.waits },
            { value: 'handled', label: texts.handled },
            { value: '', label: texts.anyState },
          ]}
          onChoose={setState}
        />
        <DateRangeFields labels={texts} value={days} onChange={setDays} />
      </FilterBar>
      <ExportButtons
        named
        what={texts.incidents}
        entry={finance.exportIncidents}
        inputFor={(format) => ({ ...wanted, format })}
      />
      <PagedTable
        title={texts.incidents}
        name="finance-incidents"
        entry={finance.incidents}
        input={wanted}
        follows={changes}
        rowsOf={({ incidents }) => incidents}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{texts.noIncidents}</p>}
      />
    </>
  )
}
