import { useState } from 'react'
import { type Column, Filters, LiveTable, moment, Table } from '#app/features/office/face.ts'
import { serverNow } from '#app/lib/clock.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { chinaNow } from '#app/lib/moments.ts'
import { shownMoney } from '#app/lib/money.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { type Difference, finance, type ReconciliationRun } from '#contract/finance'
import { commonWords } from '#words/common'
import { differenceWords, financeWords } from '#words/finance'
import { officeWords } from '#words/office'
import styles from './finance.module.css'

const NEWEST = ''
const DAY_MS = 24 * 3600 * 1000

/** Compare a day with the payment service's books, and read what earlier comparisons came to. */
export function Reconciliation() {
  const words = useWords(financeWords)
  const { send, busy, problem } = useLive()
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
      <Quiet>{words.reconcileAbout}</Quiet>
      <Filters onSearch={() => void compare()}>
        <TextField
          type="date"
          label={words.dayField}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button type="submit" tone={day === '' ? 'off' : 'main'} busy={busy}>
          {words.reconcile}
        </Button>
      </Filters>
      <Alert text={problem} />
      <Result id={chosen} />
      <h2>{words.earlier}</h2>
      <Runs follows={runs} onChoose={choose} />
    </>
  )
}

function Result({ id }: { id: string }) {
  const words = useWords(financeWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const live = useLiveRead({
    name: 'finance-reconciliation',
    entry: finance.reconciliation,
    input: { id },
  })
  if (live.data === undefined)
    return (
      <Reading
        kept={live}
        failed={words.last}
        retryLabel={office.retry}
        loadingLabel={common.loading}
      />
    )
  const { run, differences } = live.data
  if (run === null) return <p>{words.never}</p>
  return (
    <section className={styles['result']} aria-label={words.runOf(run.day)}>
      <h2>
        {words.runOf(run.day)} <RunPill run={run} />
      </h2>
      <p role="status">{words.outcome(run.matched, run.differing, run.incidents)}</p>
      <Quiet>{`${moment(run.at)} ${run.by || words.byCommand}`}</Quiet>
      {differences.length > 0 && <Differences differences={differences} />}
    </section>
  )
}

const RunPill = ({ run: { differing, incidents } }: { run: ReconciliationRun }) => {
  const words = useWords(financeWords)
  return differing > 0 ? (
    <Pill tone="need">{words.differs}</Pill>
  ) : incidents > 0 ? (
    <Pill tone="wait">{words.waits}</Pill>
  ) : (
    <Pill tone="done">{words.alike}</Pill>
  )
}

function Differences({ differences }: { differences: readonly Difference[] }) {
  const words = useWords(financeWords)
  const said = useWords(differenceWords)
  const shown = (fen: number | null) => (fen === null ? words.noAmount : shownMoney(fen))
  return (
    <Table
      caption={words.differing}
      titled
      rows={differences}
      rowKey={({ kind, transaction, number }) => `${kind} ${transaction} ${number}`}
      columns={[
        { key: 'kind', title: words.difference, cell: ({ kind }) => said[kind] },
        { key: 'taken', title: words.taken, cell: ({ taken }) => shown(taken), figures: true },
        {
          key: 'credited',
          title: words.credited,
          cell: ({ credited }) => shown(credited),
          figures: true,
        },
        {
          key: 'order',
          title: words.orderAndTransaction,
          cell: ({ number, creditedNumber, transaction }) => (
            <>
              <div>
                {creditedNumber === '' || creditedNumber === number
                  ? number
                  : words.creditedAs(number, creditedNumber)}
              </div>
              <div>{transaction}</div>
            </>
          ),
        },
      ]}
    />
  )
}

function Runs({ follows, onChoose }: { follows: number; onChoose: (id: string) => void }) {
  const words = useWords(financeWords)
  const columns: readonly Column<ReconciliationRun>[] = [
    { key: 'day', title: words.dayField, cell: ({ day }) => day },
    { key: 'state', title: words.state, cell: (run) => <RunPill run={run} /> },
    { key: 'matched', title: words.matched, cell: ({ matched }) => matched, figures: true },
    { key: 'differing', title: words.differing, cell: ({ differing }) => differing, figures: true },
    { key: 'incidents', title: words.unhandled, cell: (run) => run.incidents, figures: true },
    { key: 'at', title: words.ranAt, cell: ({ at }) => moment(at) },
    { key: 'by', title: words.ranBy, cell: ({ by }) => by || words.byCommand },
    {
      key: 'show',
      title: '',
      cell: ({ id, day, at }) => (
        <TextButton label={words.showNamed(day, moment(at))} onClick={() => onChoose(id)}>
          {words.show}
        </TextButton>
      ),
    },
  ]
  return (
    <LiveTable
      title={words.earlier}
      name="finance-reconciliations"
      entry={finance.reconciliations}
      input={{}}
      follows={follows}
      rowsOf={(answer) => answer.runs}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<p>{words.never}</p>}
    />
  )
}
