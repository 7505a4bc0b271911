import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type TableColumn,
  ExportButtons,
  PagedTable,
  ReasonSheet,
  formatChinaTime,
  SearchLine,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { CallInput } from '#contract/call'
import { type FinanceOffset, offsets, MAX_OFFSETS_AT_ONCE, OFFSET_WAYS } from '#contract/offsets'
import { offsetTexts } from '#i18n/offsets'
import { entrySourceName, outsidePaymentTexts } from '#i18n/outside-payments'
import { RecordOffsets } from './RecordOffsets.tsx'

type Wanted = Omit<CallInput<typeof offsets.list>, 'after' | 'find'>
const OPEN: Wanted = { way: '', state: 'open' }
const STATES = ['open', 'done'] as const

/** Approved applications and scholarships, which finance offsets against the fees. */
export function Offsets() {
  const texts = useTexts(offsetTexts)
  const payments = useTexts(outsidePaymentTexts)
  const language = useLanguage()
  const [typed, setTyped] = useState(OPEN)
  const [wanted, setWanted] = useState({ ...OPEN, find: '' })
  const [chosen, setChosen] = useState<readonly FinanceOffset[]>([])
  const [changes, setChanges] = useState(0)
  const again = () => {
    setChosen([])
    setChanges((before) => before + 1)
  }
  const columns: readonly TableColumn<FinanceOffset>[] = [
    {
      key: 'student',
      title: payments.student,
      cell: ({ student, name, studentNumber }) => (
        <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
          {name} {studentNumber}
        </Link>
      ),
    },
    {
      key: 'choose',
      title: texts.selection,
      cell: (offset) =>
        !offset.done && (
          <input
            type="checkbox"
            aria-label={texts.choose(nameOf(offset, texts))}
            checked={chosen.some(({ id }) => id === offset.id)}
            disabled={
              chosen.length >= MAX_OFFSETS_AT_ONCE && !chosen.some(({ id }) => id === offset.id)
            }
            onChange={({ target }) =>
              setChosen(
                target.checked ? [...chosen, offset] : chosen.filter(({ id }) => id !== offset.id),
              )
            }
          />
        ),
    },
    {
      key: 'way',
      title: texts.way,
      cell: ({ way, year, contract, receipt }) => (
        <>
          <div>{`${year} ${wayOf(way, texts)}`}</div>
          {contract !== '' && <MutedText>{`${contract} ${receipt}`}</MutedText>}
        </>
      ),
    },
    {
      key: 'approved',
      title: texts.approved,
      cell: ({ approved }) => formatMoney(approved),
      isNumeric: true,
    },
    {
      key: 'state',
      title: texts.state,
      cell: (offset) =>
        offset.done ? (
          <>
            <Pill tone="done">{`${texts.done} ${formatMoney(offset.offset)}`}</Pill>
            <MutedText>
              {`${formatChinaTime(offset.at)} ${entrySourceName(offset.source, language)} ${offset.by} ${offset.note}`}
            </MutedText>
            <UndoOffset offset={offset} onEnd={again} />
          </>
        ) : (
          <>
            <Pill tone="wait">{texts.open}</Pill>
            <RecordOffsets
              label={texts.recordNamed(nameOf(offset, texts))}
              wanted={[offset]}
              onEnd={again}
            />
          </>
        ),
    },
  ]
  return (
    <>
      <MutedText>{texts.about}</MutedText>
      <SearchLine label={texts.find} onSearch={(find) => setWanted({ ...typed, find })}>
        <SelectField
          label={texts.way}
          value={typed.way}
          options={[
            { value: '', label: texts.anyWay },
            ...OFFSET_WAYS.map((value) => ({ value, label: texts[value] })),
          ]}
          onChange={(way) =>
            setTyped({ ...typed, way: OFFSET_WAYS.find((one) => one === way) ?? '' })
          }
        />
        <SelectField
          label={texts.state}
          value={typed.state}
          options={[
            { value: '', label: texts.all },
            ...STATES.map((value) => ({ value, label: texts[value] })),
          ]}
          onChange={(state) =>
            setTyped({ ...typed, state: STATES.find((one) => one === state) ?? '' })
          }
        />
      </SearchLine>
      <ExportButtons
        named
        what={texts.title}
        entry={offsets.export}
        inputFor={(format) => ({ ...wanted, format })}
      />
      {chosen.length > 0 && (
        <RecordOffsets
          // The amount of a single one is kept in its form.
          key={chosen.length === 1 ? chosen[0]?.id : 'several'}
          isMain
          label={texts.recordSeveral(
            chosen.length,
            formatMoney(chosen.reduce((sum, { approved }) => sum + approved, 0)),
          )}
          wanted={chosen}
          onEnd={again}
        />
      )}
      <PagedTable
        title={texts.title}
        name="offsets"
        entry={offsets.list}
        input={wanted}
        follows={changes}
        rowsOf={(answer) => answer.offsets}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<p>{texts.none}</p>}
      />
    </>
  )
}

type Texts = ReturnType<typeof useTexts<typeof offsetTexts>>

const wayOf = (way: string, texts: Texts): string => {
  const known = OFFSET_WAYS.find((one) => one === way)
  return known === undefined ? way : texts[known]
}
const nameOf = ({ name, way, year }: FinanceOffset, texts: Texts): string =>
  `${name} ${year} ${wayOf(way, texts)}`

function UndoOffset({ offset, onEnd }: { offset: FinanceOffset; onEnd: () => void }) {
  const texts = useTexts(offsetTexts)
  const { send, busy, problem } = useOnlineCall()
  return (
    <ReasonSheet
      action={texts.undo}
      named={texts.undoNamed(nameOf(offset, texts))}
      about={texts.undoAbout}
      busy={busy}
      problem={problem}
      onRefused={onEnd}
      onConfirm={async (reason) => {
        const outcome = await send(offsets.undo, { id: offset.id, reason })
        if (outcome?.type !== 'ok') return false
        showToast(texts.undone)
        onEnd()
        return true
      }}
    />
  )
}
