import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import {
  beginImportApply,
  beginImport,
  findImportById,
  type ImportRecord,
  getImportKind,
  createRefusedRowsFile,
  parseSkippedLines,
} from '#server/features/imports/public'
import { type CommandContext, printLine, withCommandContext } from './command-context.ts'
import { findImportKind, writeOutputFile } from './template.ts'

interface Options {
  readonly kind: ReturnType<typeof findImportKind>
  readonly dryRun?: true
  readonly goodRows?: true
  readonly allOrNothing?: true
  readonly withdrawMissing?: true
  readonly refusals?: string
  readonly sheet?: string
}

/** `campus import FILE --kind KIND`: makes a dry run of an import, and then applies the import. */
export function addImportCommand(program: Command): void {
  program
    .command('import')
    .description(
      'Import a file: CSV (UTF-8 or GB18030) or XLSX. Ends with 1 when rows are refused.',
    )
    .argument('<file>')
    .requiredOption('--kind <kind>', 'what it brings, as in "campus template"', findImportKind)
    .option('--sheet <name>', 'the worksheet to read, where a workbook has several with rows')
    .option('--dry-run', 'say what would change, and change nothing')
    .addOption(
      new Option(
        '--all-or-nothing',
        'write nothing while a row is refused (so it is, if nothing is said)',
      ).conflicts('goodRows'),
    )
    .option('--good-rows', 'write the good rows, whatever is refused')
    .option('--withdraw-missing', 'withdraw what stands and the file does not name')
    .option('--refusals <file>', 'where to write the refused rows, to mend and send again')
    .action((file: string, options: Options) =>
      withCommandContext(async (campus) => {
        process.exitCode = (await importFile(campus, file, options)) ? 0 : 1
      }),
    )
}

async function importFile(
  campus: CommandContext,
  file: string,
  options: Options,
): Promise<boolean> {
  const { kind } = options
  const bytes = await readFile(file)
  const { id, run } = await beginImport(campus, {
    kind,
    file: basename(file),
    bytes,
    sheet: options.sheet ?? '',
    by: null,
  })
  await showImportProgress(campus, id, run())
  const dry = await findImport(campus, id)
  printLine(`${kind.name} ${file} (${dry.format || 'unknown'}): import ${id}`)
  if (dry.sheets.length > 0) printLine(`  worksheets with rows: ${dry.sheets.join(', ')} (--sheet)`)
  if (dry.state !== 'checked') throw new Error(dry.problem?.en ?? 'The file could not be read.')
  if (dry.sheet !== '') printLine(`  worksheet         ${dry.sheet}`)
  for (const [name, figure] of figuresOf(dry))
    printLine(`  ${name.padEnd(18)}${figure.padStart(8)}`)
  for (const { why, count, lines } of parseSkippedLines(dry))
    printLine(
      `  skipped: ${why}, ${count} (line ${lines.join(', ')}${count > lines.length ? ', …' : ''})`,
    )
  if (dry.unknown.length > 0) printLine(`  columns that are not read: ${dry.unknown.join(', ')}`)
  await tellRefusals(campus, id, options)
  if (options.dryRun === true) return dry.refused === 0
  if (dry.refused > 0 && options.goodRows !== true) {
    process.stderr.write(
      'Rows are refused, so nothing was written. --good-rows writes the others.\n',
    )
    return false
  }
  const begun = await beginImportApply(
    campus,
    { id, kind },
    {
      skipRefused: options.goodRows === true,
      withdraw: options.withdrawMissing === true,
      by: null,
    },
  )
  if (begun.says !== undefined) throw new Error(begun.says.en)
  await showImportProgress(campus, id, begun.work)
  const end = await findImport(campus, id)
  if (end.state !== 'applied') {
    await tellRefusals(campus, id, options)
    throw new Error(end.problem?.en ?? 'Nothing was written.')
  }
  printLine(`Written. "campus take-back ${id}" undoes it while nothing is built on it.`)
  return end.refused === 0
}

const figuresOf = (dry: ImportRecord): readonly (readonly [string, string])[] => [
  ['lines', String(dry.lines)],
  ['new', String(dry.added)],
  ['changed', String(dry.changed)],
  ['unchanged', String(dry.unchanged)],
  ['refused', String(dry.refused)],
  ['skipped', String(parseSkippedLines(dry).reduce((all, { count }) => all + count, 0))],
  ['not in the file', dry.absence_known ? String(dry.withdrawn) : 'unknown while rows are refused'],
  ['to look at', String(dry.warned)],
]

/** Finds an import by id; throws if there is none. */
export async function findImport({ db }: CommandContext, id: string) {
  const found = await findImportById(db, id)
  if (found === undefined || getImportKind(found.kind) === undefined)
    throw new Error(`There is no import ${id}; "campus imports" lists them.`)
  return found
}

/** Waits for the work on an import, and shows its progress on a terminal. */
export async function showImportProgress(
  campus: CommandContext,
  id: string,
  work: Promise<void>,
): Promise<void> {
  const watch = process.stderr.isTTY
    ? setInterval(() => {
        void findImportById(campus.db, id).then(
          (found) => process.stderr.write(`\r${found?.done ?? 0} of ${found?.total ?? 0} rows `),
          () => {},
        )
      }, 500)
    : undefined
  try {
    await work
  } finally {
    clearInterval(watch)
    if (watch !== undefined) process.stderr.write('\r\u001b[K')
  }
}

async function tellRefusals(
  { db }: CommandContext,
  id: string,
  { refusals }: Options,
): Promise<void> {
  const found = await findImportById(db, id)
  if (found === undefined || found.refused === 0 || refusals === undefined) return
  await writeOutputFile(refusals, await createRefusedRowsFile(db, found, 'en'), '--refusals')
  printLine(`  the refused rows are in ${refusals}`)
}
