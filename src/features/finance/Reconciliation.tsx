import { useState } from 'react'
import {
  type TableColumn,
  FilterBar,
  PagedTable,
  formatChinaTime,
  Table,
  DateField,
  ExportButtons,
  ReasonSheet,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { formatMoney } from '#app/lib/format/money.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type ReconciliationLine, finance, type ReconciliationRun } from '#contract/finance'
import { reconciliationDifferenceTexts, financeTexts } from '#i18n/finance'
import styles from './finance.module.css'

const NEWEST = ''
const DAY_MS = 24 * 3600 * 1000

/** Reconciles a day with the payment service's records, and shows earlier results. */
export function Reconciliation() {
  const texts = useTexts(financeTexts)
  const { send, busy, problem } = useOnlineCall()
  const [day, setDay] = useState(() => chinaNow(serverNow() - DAY_MS).slice(0, 10))
  const [chosen, choose] = useState(NEWEST)
  const [runs, setRuns] = useState(0)
  const compare = async () => {
    const outcome = await send(finance.reconcile, { day })
    if (outcome === undefined) return
    if (outcome.type === 'ok') choose(outcome.data.id)
    setRuns((before) => before + 1)
  }
  return (
    <>
      <MutedText>{texts.reconcileAbout}</MutedText>
      <FilterBar label={texts.reconcile} onSearch={() => void compare()}>
        <DateField label={texts.dayField} value={day} onChange={setDay} />
        <Button type="submit" tone={day === '' ? 'off' : 'main'} busy={busy}>
          {texts.reconcile}
        </Button>
      </FilterBar>
      <Alert text={problem} />
      <Result id={chosen} onChange={() => setRuns((before) => before + 1)} />
      <h2>{texts.earlier}</h2>
      <Runs follows={runs} onChoose={choose} />
    </>
  )
}

function Result({ id, onChange }: { id: string; onChange: () => void }) {
  const texts = useTexts(financeTexts)
  const live = useOnlineQuery({
    name: 'finance-reconciliation',
    entry: finance.reconciliation,
    input: { id },
  })
  if (live.data === undefined) return <QueryFallback kept={live} failed={texts.last} />
  const { run, differences } = live.data
  // The list below says that there is no run yet.
  if (run === null) return null
  return (
    <section className={styles['result']} aria-label={texts.runOf(run.day)}>
      <h2>
        {texts.runOf(run.day)} <RunPill run={run} />
      </h2>
      <p role="status">
        {texts.outcome(run.matched, run.differing, run.incidents)}
        {(run.trials ?? 0) > 0 && ` ${texts.trials(run.trials ?? 0)}`}
      </p>
      <MutedText>{`${formatChinaTime(run.at)} ${run.by || texts.byCommand}`}</MutedText>
      {differences.length > 0 && (
        <>
          <ExportButtons
            named
            what={texts.differing}
            entry={finance.exportReconciliation}
            inputFor={(format) => ({ id: run.id, format })}
          />
          <Differences
            differences={differences}
            onEnd={() => {
              live.retry()
              onChange()
            }}
          />
        </>
      )}
    </section>
  )
}

const RunPill = ({
  run: { differing, open = differing, incidents },
}: {
  run: ReconciliationRun
}) => {
  const texts = useTexts(financeTexts)
  return open > 0 ? (
    <Pill tone="need">{texts.differs}</Pill>
  ) : incidents > 0 ? (
    <Pill tone="wait">{texts.waits}</Pill>
  ) : (
    <Pill tone="done">{differing > 0 ? texts.handled : texts.alike}</Pill>
  )
}

function Differences({
  differences,
  onEnd,
}: {
  differences: readonly ReconciliationLine[]
  onEnd: () => void
}) {
  const texts = useTexts(financeTexts)
  const said = useTexts(reconciliationDifferenceTexts)
  const shown = (fen: number | null) => (fen === null ? texts.noAmount : formatMoney(fen))
  return (
    <Table
      caption={texts.differing}
      titled
      rows={differences}
      rowKey={({ kind, transaction, number }) => `${kind} ${transaction} ${number}`}
      columns={[
        { key: 'kind', title: texts.difference, cell: ({ kind }) => said[kind] },
        { key: 'taken', title: texts.taken, cell: ({ taken }) => shown(taken), isNumeric: true },
        {
          key: 'credited',
          title: texts.credited,
          cell: ({ credited }) => shown(credited),
          isNumeric: true,
        },
        {
          key: 'order',
          title: texts.orderAndTransaction,
          cell: ({ number, creditedNumber, transaction }) => (
            <>
              <div>
                {creditedNumber === '' || creditedNumber === number
                  ? number
                  : texts.creditedAs(number, creditedNumber)}
              </div>
              <div>{transaction}</div>
            </>
          ),
        },
        {
          key: 'state',
          title: texts.state,
          cell: (difference) => <DifferenceEnd difference={difference} onEnd={onEnd} />,
        },
      ]}
    />
  )
}

/** How a difference ended, with its history, and the button to settle it or open it again. */
function DifferenceEnd({
  difference: { kind, transaction, number, history = [] },
  onEnd,
}: {
  difference: ReconciliationLine
  onEnd: () => void
}) {
  const texts = useTexts(financeTexts)
  const said = useTexts(reconciliationDifferenceTexts)
  const isDone = history[0]?.done ?? false
  const named = `${said[kind]} ${transaction}`
  return (
    <>
      <Pill tone={isDone ? 'done' : 'need'}>{isDone ? texts.handled : texts.waits}</Pill>
      {history.map(({ done, note, by, at }) => (
        <MutedText key={at}>
          {`${done ? texts.handled : texts.reopen}: ${note} ${by} ${formatChinaTime(at)}`}
        </MutedText>
      ))}
      <ReasonSheet
        action={isDone ? texts.reopen : texts.handleShort}
        named={isDone ? texts.reopenNamed(named) : texts.handleNamed(named)}
        about={texts.settleAbout}
        entry={finance.settleDifference}
        input={(note) => ({ kind, transaction, number, done: !isDone, note })}
        done={texts.saved}
        onEnd={onEnd}
      />
    </>
  )
}

function Runs({ follows, onChoose }: { follows: number; onChoose: (id: string) => void }) {
  const texts = useTexts(financeTexts)
  const columns: readonly TableColumn<ReconciliationRun>[] = [
    { key: 'day', title: texts.dayField, cell: ({ day }) => day },
    { key: 'state', title: texts.state, cell: (run) => <RunPill run={run} /> },
    { key: 'matched', title: texts.matched, cell: ({ matched }) => matched, isNumeric: true },
    {
      key: 'differing',
      title: texts.differing,
      cell: ({ differing }) => differing,
      isNumeric: true,
    },
    { key: 'incidents', title: texts.unhandled, cell: (run) => run.incidents, isNumeric: true },
    { key: 'at', title: texts.ranAt, cell: ({ at }) => formatChinaTime(at) },
    { key: 'by', title: texts.ranBy, cell: ({ by }) => by || texts.byCommand },
    {
      key: 'show',
      title: '',
      cell: ({ id, day, at }) => (
        <TextButton label={texts.showNamed(day, formatChinaTime(at))} onClick={() => onChoose(id)}>
          {texts.show}
        </TextButton>
      ),
    },
  ]
  return (
    <PagedTable
      title={texts.earlier}
      name="finance-reconciliations"
      entry={finance.reconciliations}
      input={{}}
      follows={follows}
      rowsOf={(answer) => answer.runs}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<p>{texts.never}</p>}
    />
  )
}
