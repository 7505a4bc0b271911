import { Link } from '@tanstack/react-router'
import { OfficePage } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { chinaNow } from '#app/lib/moments.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { type ImportEntry, imports, type SKIP_REASONS } from '#contract/imports'
import { commonWords } from '#words/common'
import { importWords } from '#words/imports'
import { officeWords } from '#words/office'
import { ApplyForm } from './ApplyForm.tsx'
import { ChooseSheet } from './ChooseSheet.tsx'
import { Counts } from './Counts.tsx'
import { isGoing, StatePill } from './StatePill.tsx'
import { TakeBackForm } from './TakeBackForm.tsx'
import { WhatRows } from './WhatRows.tsx'

const EVERY_MS = 700

/** One import: its dry run, what may be done with it, and what became of it. */
export function EntryScreen({ id }: { id: string }) {
  const words = useWords(importWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const live = useLiveRead({
    name: 'import',
    entry: imports.one,
    input: { id },
    every: (answer) => (isGoing(answer?.entry.state) ? EVERY_MS : undefined),
  })
  const entry = live.data?.entry
  const going = isGoing(entry?.state)
  const back = (
    <Link to="/manage/$" params={{ _splat: 'imports' }}>
      {words.back}
    </Link>
  )
  if (entry === undefined)
    return (
      <OfficePage title={words.title} actions={back}>
        <Reading
          kept={live}
          failed={common.noData}
          retryLabel={office.retry}
          loadingLabel={common.loading}
        />
      </OfficePage>
    )
  return (
    <OfficePage title={entry.file} actions={back}>
      <About entry={entry} />
      {going && <Progress entry={entry} />}
      <Alert text={entry.problem === '' ? undefined : entry.problem} />
      {entry.state === 'unreadable' && entry.sheets.length > 0 && <ChooseSheet entry={entry} />}
      {entry.state !== 'checking' && entry.state !== 'unreadable' && (
        <>
          <Counts entry={entry} />
          {entry.state === 'checked' && <ApplyForm entry={entry} onBegun={live.retry} />}
          <WhatRows entry={entry} />
          {entry.state === 'applied' && <TakeBackForm id={id} onBegun={live.retry} />}
        </>
      )}
    </OfficePage>
  )
}

function About({ entry }: { entry: ImportEntry }) {
  const words = useWords(importWords)
  const { title, format, state, by, name, at, unknown, sha256, sheet, lines, skipped } = entry
  const reasons = {
    title: words.skippedTitle,
    headings: words.skippedHeadings,
    blank: words.skippedBlank,
    example: words.skippedExample,
  } satisfies Record<(typeof SKIP_REASONS)[number], string>
  return (
    <Card flush>
      <Row label={words.state} trailing={<StatePill state={state} />} />
      <Row label={words.kind} value={title} description={format} />
      <Row
        label={words.who}
        value={by === '' ? words.commandLine : `${name} ${by}`}
        description={chinaNow(Date.parse(at)).slice(0, 16)}
      />
      <Row label={words.hash} value={sha256.slice(0, 16)} />
      {sheet !== '' && <Row label={words.sheet} value={sheet} />}
      {lines > 0 && (
        <Row
          label={words.lines(lines)}
          description={skipped
            .map(
              ({ why, count, lines: some }) =>
                `${reasons[why]}：${words.skippedLines(count, numbersOf(count, some))}`,
            )
            .join('；')}
        />
      )}
      {unknown.length > 0 && <Row label={words.unknownHeadings(unknown.join('、'))} />}
    </Card>
  )
}

const numbersOf = (count: number, some: readonly number[]) =>
  `${some.join('、')}${count > some.length ? '…' : ''}`

function Progress({ entry: { state, done, total } }: { entry: ImportEntry }) {
  const words = useWords(importWords)
  const label = { checking: words.checking, applying: words.applying }
  return (
    <div>
      <p role="status">
        {state === 'checking' || state === 'applying' ? label[state] : words.takingBack}
        {total > 0 && ` ${Math.min(done, total)} / ${total}`}
      </p>
      <ProgressBar label={words.state} part={total > 0 ? Math.min(done / total, 1) : 0} />
    </div>
  )
}
