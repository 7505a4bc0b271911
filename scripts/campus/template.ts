import { writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import {
  createCsvTemplate,
  getImportKind,
  importKinds,
  createXlsxTemplate,
} from '#server/features/imports/public'
import { printLine } from './command-context.ts'

/** `campus template KIND`: writes the template of a kind, with headings and an example row. */
export function addTemplateCommand(program: Command): void {
  program
    .command('template')
    .description('Write the empty file of a kind: its headings and an example row.')
    .argument('<kind>', `one of: ${importKinds.map(({ name }) => name).join(', ')}`, findImportKind)
    .option('--xlsx', 'for spreadsheet programs, in place of CSV')
    .option('--out <file>', 'where to; <kind>.csv or <kind>.xlsx in this folder if nothing is said')
    .action(
      async (kind: ReturnType<typeof findImportKind>, options: { xlsx?: true; out?: string }) => {
        const file = options.out ?? `${kind.name}.${options.xlsx === true ? 'xlsx' : 'csv'}`
        await writeOutputFile(
          file,
          options.xlsx === true ? await createXlsxTemplate(kind) : createCsvTemplate(kind),
        )
        printLine(file)
      },
    )
}

/**
 * Writes an output file. If the file cannot be written, throws an error that names the option for
 * another path.
 */
export async function writeOutputFile(
  file: string,
  content: string | Uint8Array,
  option = '--out',
): Promise<void> {
  try {
    await writeFile(file, content)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new Error(`${file} cannot be written (${why}). ${option} names another place.`, {
      cause: error,
    })
  }
}

/** Parses the argument that names a kind of import. */
export function findImportKind(name: string) {
  const kind = getImportKind(name)
  if (kind === undefined)
    throw new InvalidArgumentError(`There is: ${importKinds.map((one) => one.name).join(', ')}.`)
  return kind
}
