import { OfficePage, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { chinaNow } from '#app/lib/format/china-time.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Card } from '#app/ui/Card.tsx'
import { ProgressBar } from '#app/ui/ProgressBar.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { type ImportEntry, imports, type SKIP_REASONS } from '#contract/imports'
import { commonTexts } from '#i18n/common'
import { importTexts } from '#i18n/imports'
import { ApplyImportForm } from './ApplyImportForm.tsx'
import { ImportCountsTable } from './ImportCountsTable.tsx'
import { ImportRows } from './ImportRows.tsx'
import { isImportRunning, ImportStatePill } from './ImportStatePill.tsx'
import { RevertImportForm } from './RevertImportForm.tsx'
import { WorksheetChoice } from './WorksheetChoice.tsx'

const EVERY_MS = 700

/** One import: its dry run, the available actions, and its result. */
export function ImportScreen({ id }: { id: string }) {
  const texts = useTexts(importTexts)
  const common = useTexts(commonTexts)
  const live = useOnlineQuery({
    name: 'import',
    entry: imports.one,
    input: { id },
    refetchInterval: (answer) => (isImportRunning(answer?.entry.state) ? EVERY_MS : undefined),
  })
  const entry = live.data?.entry
  const going = isImportRunning(entry?.state)
  const back = <OfficeLink to="imports">{texts.back}</OfficeLink>
  if (entry === undefined)
    return (
      <OfficePage title={texts.title} actions={back}>
        <QueryFallback kept={live} failed={common.noData} />
      </OfficePage>
    )
  return (
    <OfficePage title={entry.file} actions={back}>
      <About entry={entry} />
      {going && <Progress entry={entry} />}
      <Alert text={entry.problem === '' ? undefined : entry.problem} />
      {entry.state === 'unreadable' && entry.sheets.length > 0 && <WorksheetChoice entry={entry} />}
      {entry.state !== 'checking' && entry.state !== 'unreadable' && (
        <>
          <ImportCountsTable entry={entry} />
          {entry.state === 'checked' && <ApplyImportForm entry={entry} onBegun={live.retry} />}
          <ImportRows entry={entry} />
          {entry.state === 'applied' && <RevertImportForm id={id} onBegun={live.retry} />}
        </>
      )}
    </OfficePage>
  )
}

function About({ entry }: { entry: ImportEntry }) {
  const texts = useTexts(importTexts)
  const { title, format, state, by, name, at, unknown, sha256, sheet, lines, skipped } = entry
  const { ownColumns = [] } = entry
  const reasons = {
    title: texts.skippedTitle,
    headings: texts.skippedHeadings,
    blank: texts.skippedBlank,
    example: texts.skippedExample,
  } satisfies Record<(typeof SKIP_REASONS)[number], string>
  return (
    <Card flush>
      <Row label={texts.state} trailing={<ImportStatePill state={state} />} />
      <Row label={texts.kind} value={title} description={format} />
      <Row
        label={texts.who}
        value={by === '' ? texts.commandLine : `${name} ${by}`}
        description={chinaNow(Date.parse(at)).slice(0, 16)}
      />
      <Row label={texts.hash} value={sha256.slice(0, 16)} />
      {sheet !== '' && <Row label={texts.sheet} value={sheet} />}
      {lines > 0 && (
        <Row
          label={texts.lines(lines)}
          description={skipped
            .map(
              ({ why, count, lines: some }) =>
                `${reasons[why]}：${texts.skippedLines(count, numbersOf(count, some))}`,
            )
            .join('；')}
        />
      )}
      {ownColumns.length > 0 && <Row label={texts.ownColumns(ownColumns.join('、'))} />}
      {unknown.length > 0 && <Row label={texts.unknownHeadings(unknown.join('、'))} />}
    </Card>
  )
}

const numbersOf = (count: number, some: readonly number[]) =>
  `${some.join('、')}${count > some.length ? '…' : ''}`

function Progress({ entry: { state, done, total } }: { entry: ImportEntry }) {
  const texts = useTexts(importTexts)
  const label = { checking: texts.checking, applying: texts.applying }
  return (
    <div>
      <p role="status">
        {state === 'checking' || state === 'applying' ? label[state] : texts.takingBack}
        {total > 0 && ` ${Math.min(done, total)} / ${total}`}
      </p>
      <ProgressBar label={texts.state} part={total > 0 ? Math.min(done / total, 1) : 0} />
    </div>
  )
}
