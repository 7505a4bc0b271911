import { useState } from 'react'
import {
  type TableColumn,
  ExportButtons,
  PagedTable,
  ReasonSheet,
  formatChinaTime,
  SearchLine,
  StudentLink,
  FilterSelect,
  useListFilter,
} from '#app/features/office/public.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
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
  const { typed, type, wanted, search, changes, ...list } = useListFilter(OPEN)
  const [chosen, setChosen] = useState<readonly FinanceOffset[]>([])
  const again = () => {
    setChosen([])
    list.again()
  }
  const columns: readonly TableColumn<FinanceOffset>[] = [
    { title: payments.student, cell: (row) => <StudentLink of={row} /> },
    {
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
      title: texts.way,
      cell: ({ way, year, contract, receipt }) => (
        <>
          <div>{`${year} ${wayOf(way, texts)}`}</div>
          {contract !== '' && <MutedText>{`${contract} ${receipt}`}</MutedText>}
        </>
      ),
    },
    { title: texts.approved, cell: ({ approved }) => formatMoney(approved), isNumeric: true },
    {
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
      <SearchLine label={texts.find} onSearch={search}>
        <FilterSelect
          label={texts.way}
          any={texts.anyWay}
          values={OFFSET_WAYS}
          nameOf={(way) => texts[way]}
          value={typed.way}
          onChange={(way) => type({ way })}
        />
        <FilterSelect
          label={texts.state}
          any={texts.all}
          values={STATES}
          nameOf={(state) => texts[state]}
          value={typed.state}
          onChange={(state) => type({ state })}
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
  return (
    <ReasonSheet
      action={texts.undo}
      named={texts.undoNamed(nameOf(offset, texts))}
      about={texts.undoAbout}
      entry={offsets.undo}
      input={(reason) => ({ id: offset.id, reason })}
      done={texts.undone}
      onEnd={onEnd}
    />
  )
}
