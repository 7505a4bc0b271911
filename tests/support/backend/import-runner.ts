import { stringify } from 'csv-stringify/sync'
import { beginImportApply } from '#server/features/imports/apply'
import { beginImport } from '#server/features/imports/begin-import'
import { loadCampusColumns } from '#server/features/imports/campus-columns'
import { getImportKind } from '#server/features/imports/kinds/index'
import { describeIssues } from '#server/features/imports/refused-rows'
import { beginImportRevert } from '#server/features/imports/revert-import'
import { findImportById, readImportRows } from '#server/features/imports/store'
import type { Backend } from './backend.ts'

/** A row of a file, by its headings. */
export type FileRow = Readonly<Record<string, string>>

/** The result of a dry run. */
export interface DryRun {
  readonly id: string
  readonly counts: Readonly<
    Record<'added' | 'changed' | 'unchanged' | 'withdrawn' | 'refused', number>
  >
  /** For every refused row the column and the message. */
  readonly refused: readonly (readonly [column: string, says: string])[]
  /** For every suspicious row that would be written the column and the message. */
  readonly warnings: readonly (readonly [column: string, says: string])[]
  /** Why the file could not be read at all. */
  readonly problem: string
}

/** Run imports by the backend's own functions, without its calls. */
export function createImportRunner({ db, clock }: Backend) {
  const jobOf = (id: string, name: string) => {
    const kind = getImportKind(name)
    if (kind === undefined) throw new Error(`There is no kind ${name}.`)
    return { id, kind }
  }
  const work = { db, clock }
  const dryRunFile = async (name: string, bytes: Uint8Array, sheet = ''): Promise<DryRun> => {
    const { id, run } = await beginImport(work, {
      ...jobOf('', name),
      file: `${name}.csv`,
      bytes,
      sheet,
      by: null,
    })
    await run()
    const found = await findImportById(db, id)
    const { added = 0, changed = 0, unchanged = 0, withdrawn = 0, refused = 0 } = found ?? {}
    const warned = await readImportRows(db, id, {
      actions: ['new', 'changed'],
      warned: true,
      after: '',
      most: 500,
    })
    const kind = await loadCampusColumns(db, jobOf(id, name).kind)
    const told = (of: unknown, cells: readonly string[] | null) =>
      describeIssues(kind, of, { cells, language: 'zh' }).map(
        ({ column, says }): readonly [string, string] => [column, says],
      )
    const rowsRefused = await readImportRows(db, id, { actions: ['refused'], after: '', most: 500 })
    return {
      id,
      counts: { added, changed, unchanged, withdrawn, refused },
      refused: rowsRefused.flatMap(({ troubles, cells }) => told(troubles, cells)),
      warnings: warned.flatMap(({ warnings, cells }) => told(warnings, cells)),
      problem: found?.problem?.zh ?? '',
    }
  }
  return {
    dryRunFile,
    dryRun: (name: string, rows: readonly FileRow[]): Promise<DryRun> => {
      const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))]
      const text = stringify([
        headings,
        ...rows.map((row) => headings.map((one) => row[one] ?? '')),
      ])
      return dryRunFile(name, new TextEncoder().encode(text))
    },
    apply: async (
      name: string,
      id: string,
      { skipRefused = false, withdraw = false }: { skipRefused?: boolean; withdraw?: boolean } = {},
    ): Promise<string> => {
      const choice = { skipRefused, withdraw, by: null }
      await (
        await beginImportApply(work, jobOf(id, name), choice)
      ).work
      const found = await findImportById(db, id)
      return `${found?.state ?? ''}${found?.problem?.zh ?? ''}`
    },
    takeBack: async (name: string, id: string): Promise<string> => {
      await (
        await beginImportRevert(work, jobOf(id, name), { by: null, reason: '测试' })
      ).work
      const found = await findImportById(db, id)
      return found?.state === 'taken-back' ? 'taken back' : (found?.problem?.zh ?? '')
    },
  }
}
