import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  DateRangeFields,
  ExportButtons,
  FilterBar,
  formatChinaTime,
  PagedTable,
  type TableColumn,
} from '#app/features/office/public.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { financePlatform, PLATFORM_LISTS, type PlatformLine } from '#contract/finance-platform'
import { financeTexts } from '#i18n/finance'
import {
  financePlatformTexts,
  platformDifferenceTexts,
  platformListTexts,
} from '#i18n/finance-platform'
import { officeTexts } from '#i18n/office'
import { paymentChannelName } from '#i18n/payment-channels'
import { LineActions } from './LineActions.tsx'
import { PlatformFigures } from './PlatformFigures.tsx'

const DAY_MS = 24 * 3600 * 1000
const TONES: Readonly<Record<PlatformLine['result'], Tone>> = {
  matched: 'done',
  'missing-here': 'need',
  'missing-there': 'need',
  different: 'need',
}

/** Compares the files of the finance platform with the books, and ends what is not alike. */
export function FinancePlatform() {
  const texts = useTexts(financePlatformTexts)
  const lists = useTexts(platformListTexts)
  const office = useTexts(officeTexts)
  const [range, setRange] = useState(() => {
    const yesterday = chinaNow(serverNow() - DAY_MS).slice(0, 10)
    return { from: yesterday, to: yesterday }
  })
  const [list, setList] = useState<(typeof PLATFORM_LISTS)[number]>('open')
  const [changes, setChanges] = useState(0)
  const wanted = { ...range, list }
  return (
    <>
      <MutedText>
        {texts.about}{' '}
        <Link to="/manage/$" params={{ _splat: 'imports' }}>
          {texts.toImport}
        </Link>
      </MutedText>
      <FilterBar label={office.filters}>
        <DateRangeFields labels={texts} value={range} onChange={setRange} />
        <SelectField
          label={texts.show}
          value={list}
          options={PLATFORM_LISTS.map((value) => ({ value, label: lists[value] }))}
          onChange={(chosen) => setList(PLATFORM_LISTS.find((one) => one === chosen) ?? 'open')}
        />
      </FilterBar>
      {range.from === '' || range.to === '' ? (
        <Alert text={texts.rangeNeeded} />
      ) : (
        <>
          <ExportButtons
            named
            what={texts.title}
            entry={financePlatform.export}
            inputFor={(format) => ({ ...wanted, format })}
          />
          <Lines
            wanted={wanted}
            changes={changes}
            onChange={() => setChanges((before) => before + 1)}
          />
        </>
      )}
    </>
  )
}

function Lines({
  wanted,
  changes,
  onChange,
}: {
  wanted: { from: string; to: string; list: (typeof PLATFORM_LISTS)[number] }
  changes: number
  onChange: () => void
}) {
  const texts = useTexts(financePlatformTexts)
  const lists = useTexts(platformListTexts)
  const differences = useTexts(platformDifferenceTexts)
  const finance = useTexts(financeTexts)
  const columns: readonly TableColumn<PlatformLine>[] = [
    {
      key: 'reference',
      title: texts.reference,
      cell: ({ reference, refund }) => (refund ? `${reference} ${texts.refund}` : reference),
    },
    { key: 'theirs', title: texts.theirs, cell: (line) => <Theirs line={line} /> },
    { key: 'ours', title: texts.ours, cell: (line) => <Ours line={line} /> },
    {
      key: 'result',
      title: texts.result,
      cell: ({ result, differs }) => (
        <Pill tone={TONES[result]}>
          {differs.length > 0 ? differs.map((one) => differences[one]).join(' ') : lists[result]}
        </Pill>
      ),
    },
    {
      key: 'state',
      title: finance.state,
      cell: (line) => (
        <>
          {line.result !== 'matched' && (
            <Pill tone={line.ended ? 'done' : 'need'}>
              {line.ended ? finance.handled : finance.waits}
            </Pill>
          )}
          {!line.ended && line.history[0]?.done === true && <MutedText>{texts.changed}</MutedText>}
          {line.history.map(({ done, note, by, at }) => (
            <MutedText key={at}>
              {`${done ? finance.handled : finance.reopen}: ${note} ${by} ${formatChinaTime(at)}`}
            </MutedText>
          ))}
          <LineActions line={line} onEnd={onChange} />
        </>
      ),
    },
  ]
  return (
    <PagedTable
      title={texts.title}
      name="finance-platform"
      entry={financePlatform.list}
      input={wanted}
      follows={changes}
      rowsOf={({ lines }) => lines}
      above={({ totals }) => totals !== null && <PlatformFigures totals={totals} />}
      columns={columns}
      rowKey={({ reference, refund }) => `${reference} ${String(refund)}`}
      empty={<p>{texts.none}</p>}
    />
  )
}

function Theirs({ line: { theirs } }: { line: PlatformLine }) {
  return theirs === null ? (
    <Nothing />
  ) : (
    <Side side={theirs}>
      <MutedText>{theirs.about}</MutedText>
    </Side>
  )
}

function Ours({ line: { ours } }: { line: PlatformLine }) {
  const language = useLanguage()
  return ours === null ? (
    <Nothing />
  ) : (
    <Side side={ours}>
      <MutedText>{paymentChannelName(ours.way, language)}</MutedText>
    </Side>
  )
}

const Nothing = () => <MutedText>{useTexts(financePlatformTexts).nothing}</MutedText>

function Side({
  side: { amount, from, to, who, student },
  children,
}: {
  side: Pick<NonNullable<PlatformLine['ours']>, 'amount' | 'from' | 'to' | 'who' | 'student'>
  children: ReactNode
}) {
  return (
    <>
      <div>{`${formatMoney(amount)} ${from === to ? from : `${from} – ${to}`}`}</div>
      <div>
        {student === '' ? (
          who
        ) : (
          <Link to="/manage/$" params={{ _splat: `students/${student}` }}>
            {who}
          </Link>
        )}
      </div>
      {children}
    </>
  )
}
