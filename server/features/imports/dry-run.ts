import { importTexts } from '#i18n/imports'
import { fillTemplateText } from '#i18n/translate'
import { toChinaDay } from '../../platform/clock.ts'
import { loadCampusColumns } from './campus-columns.ts'
import {
  getDefaultValues,
  truncateCell,
  findColumnIndex,
  readCells,
  type SkipReason,
  fillMergedCells,
} from './cells.ts'
import { chooseSheet, HEADING_SEARCH_ROWS } from './choose-sheet.ts'
import { CrossRowChecker } from './cross-row-checker.ts'
import { openSheets } from './file/open-sheets.ts'
import {
  MAX_SHEET_LINES,
  MAX_SHEET_ROWS,
  type ImportedSheet,
  type SheetRow,
  UnreadableFileError,
} from './file/sheet-rows.ts'
import { type ParsedHeadings, parseHeadings, explainMissingHeadings } from './headings.ts'
import {
  type ImportJob,
  IMPORT_BATCH_SIZE,
  splitIntoBatches,
  type ImportContext,
} from './import-job.ts'
import type { ImportKindDefinition, RowValues, StoredRow, RowIssue } from './import-kind.ts'
import {
  insertDryRunRows,
  type ImportCounts,
  type DryRunRow,
  type DryRunIssue,
  deleteDryRunRows,
  updateImport,
  type SkippedLineGroup,
} from './store.ts'

/**
 * Makes the dry run of an import: compares a file with the stored rows, and records what the import
 * would change. It changes no other data. Afterwards the import contains the properties of the
 * file, or why the file is unreadable.
 *
 * @param given.sheet The worksheet that the user chose; '' for none.
 */
export async function dryRunImport(
  work: ImportContext,
  given: ImportJob & { readonly bytes: Uint8Array; readonly sheet: string },
): Promise<void> {
  const { db, clock } = work
  const job = { ...given, kind: await loadCampusColumns(db, given.kind) }
  try {
    const sheets = await openSheets(job.bytes)
    const choice = await chooseSheet(job.kind, sheets, job.sheet)
    if ('among' in choice) {
      await updateImport(db, job.id, { sheets: [...choice.among], format: sheets[0]?.format ?? '' })
      throw new UnreadableFileError(fillTemplateText(importTexts.chooseSheet, choice.among.length))
    }
    const { sheet } = choice
    await updateImport(db, job.id, {
      format: sheet.format,
      sheet: sheet.name,
      total: await sheet.estimate(),
    })
    const found = await compareAll(work, job, sheet)
    await updateImport(db, job.id, { ...found, state: 'checked', beat_at: clock.now() })
  } catch (error) {
    const says = error instanceof UnreadableFileError ? error.says : importTexts.failed
    // If the file cannot be read completely, the results so far are discarded.
    await deleteDryRunRows(db, job.id)
    await updateImport(db, job.id, { state: 'unreadable', problem: says, beat_at: clock.now() })
    if (!(error instanceof UnreadableFileError)) throw error
  }
}

async function compareAll(
  work: ImportContext,
  job: ImportJob & { readonly bytes: Uint8Array },
  { rows, facts: fileFacts }: ImportedSheet,
) {
  const facts = { ...fileFacts, today: toChinaDay(work.clock.now()) }
  const comparison = new Comparison(work, job)
  const skipped = new SkippedLines()
  let headings: ParsedHeadings | undefined
  let headingsLine = 0
  let first: readonly string[] | undefined
  let part: DryRunInputRow[] = []
  let lines = 0
  let done = 0
  for await (const row of rows()) {
    lines += 1
    if (lines > MAX_SHEET_LINES)
      throw new UnreadableFileError(fillTemplateText(importTexts.tooManyRows, MAX_SHEET_ROWS))
    if (row.cells.every((cell) => cell.trim() === '') && row.mergedCells === undefined) {
      skipped.note('blank', row.line)
      continue
    }
    done += 1
    if (done > MAX_SHEET_ROWS + HEADING_SEARCH_ROWS)
      throw new UnreadableFileError(fillTemplateText(importTexts.tooManyRows, MAX_SHEET_ROWS))
    if (headings === undefined) {
      first ??= row.cells
      headings = parseHeadings(job.kind, row.cells)
      headingsLine = row.line
      skipped.note(headings === undefined ? 'title' : 'headings', row.line)
      if (headings === undefined && done >= HEADING_SEARCH_ROWS) break
      continue
    }
    const cells = fillMergedCells(row, headingsLine)
    const read = readCells(job.kind, headings, { ...row, cells }, facts)
    if (typeof read === 'string') skipped.note(read, row.line)
    else part.push({ line: row.line, cells, ...read })
    if (part.length < IMPORT_BATCH_SIZE) continue
    await comparison.compare(headings, part)
    await updateImport(work.db, job.id, { done: lines, beat_at: work.clock.now() })
    part = []
  }
  if (headings === undefined)
    throw first === undefined
      ? new UnreadableFileError(importTexts.empty)
      : explainMissingHeadings(job.kind, first)
  await comparison.compare(headings, part)
  const counts = await comparison.end()
  const { added, changed, unchanged, refused } = counts
  if (added + changed + unchanged + refused === 0) throw new UnreadableFileError(importTexts.noRows)
  return {
    ...counts,
    done: lines,
    lines,
    skipped: JSON.stringify(skipped.all()),
    headings: headings.texts.map((text) => truncateCell(text)),
    unknown: headings.unknown.map((text) => truncateCell(text)),
  }
}

const NAMED_LINES = 20

/** The skipped lines of a file by reason: their number, and the first line numbers. */
class SkippedLines {
  readonly #found = new Map<SkipReason, { count: number; lines: number[] }>()

  note(why: SkipReason, line: number): void {
    const found = this.#found.get(why) ?? { count: 0, lines: [] }
    found.count += 1
    if (found.lines.length < NAMED_LINES) found.lines.push(line)
    this.#found.set(why, found)
  }

  all(): SkippedLineGroup[] {
    return [...this.#found].map(([why, found]) => ({ why, ...found }))
  }
}

interface DryRunInputRow extends Pick<SheetRow, 'line' | 'cells'> {
  readonly row: RowValues
  readonly issues: readonly RowIssue[]
}

// Compares a file batch by batch. From the whole file only the keys and the ids of the matched rows
// are kept in memory.
class Comparison {
  readonly #work: ImportContext
  readonly #job: ImportJob
  /** The number of bytes that this dry run is still allowed to store. */
  #room: number
  readonly #crossRows: CrossRowChecker
  #clash: Awaited<ReturnType<NonNullable<ImportKindDefinition['clashes']>>> | undefined
  #offered: readonly StoredRow[] | undefined
  // The values of the import kind's unique field, each with the line of its first row.
  readonly #alone = new Map<string, number>()
  readonly #ids = new Set<string>()
  readonly #scopes = new Set<string>()
  // The number of rows that could not be identified. If there are any, it is unknown which stored
  // rows are missing.
  #unknown = 0
  #counts = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, refused: 0, warned: 0 }

  constructor(work: ImportContext, job: ImportJob & { readonly bytes: Uint8Array }) {
    this.#work = work
    this.#job = job
    this.#crossRows = new CrossRowChecker(job.kind)
    this.#room = Math.min(
      MIN_DRY_RUN_BYTES + DRY_RUN_BYTES_FACTOR * job.bytes.byteLength,
      MAX_DRY_RUN_BYTES,
    )
  }

  async compare(headings: ParsedHeadings, part: readonly DryRunInputRow[]): Promise<void> {
    if (part.length === 0) return
    const { kind } = this.#job
    const { db, clock } = this.#work
    const now = clock.now()
    const rows = part.map(({ row }) => row)
    const places = part.map(({ line, issues }) => ({ line, isGood: issues.length === 0 }))
    const resolved = (await kind.resolve?.(db, rows, places, now)) ?? rows
    const found = await this.#find(
      resolved.map((one, at) => ({
        row: isRow(one) ? one : {},
        isGood: isRow(one) && places[at]?.isGood === true,
      })),
    )
    const alone = part.map((one, at) => {
      const result = resolved[at] ?? {}
      const there = found[at]
      const rowIssues = [
        ...one.issues,
        ...(one.issues.length === 0 && !isRow(result) ? result : []),
        ...(there !== undefined && isIssue(there) ? [there] : []),
      ]
      return {
        line: one.line,
        read: one.row,
        row: isRow(result) ? result : {},
        standing: there === undefined || isIssue(there) ? undefined : there,
        isGood: rowIssues.length === 0,
        troubles: rowIssues,
      }
    })
    this.#offered ??= (await kind.identity?.findOffered(db)) ?? []
    const crossed = this.#crossRows.findIssues(alone, this.#offered)
    const dry = part.flatMap((one, at): DryRunRow[] => {
      const result = resolved[at] ?? {}
      const row = isRow(result) ? result : undefined
      const { standing, troubles: own = [] } = alone[at] ?? {}
      const rowIssues = [...own, ...(crossed[at] ?? [])]
      if (standing !== undefined) this.#ids.add(standing.id)
      const key = kind.keysOf(one.row)[0] ?? ''
      if (row === undefined || (key === '' && rowIssues.length > 0)) this.#unknown += 1
      else if (rowIssues.length === 0 && kind.withdrawal !== undefined)
        this.#scopes.add(kind.withdrawal.scopeOf(row))
      const base = {
        line: one.line,
        key: truncateCell(key),
        cells: one.cells.map((cell, place) => truncateCell(cell, headings.columns[place])),
        was_withdrawn: false,
        warnings: null,
      }
      if (rowIssues.length > 0 || row === undefined) {
        this.#counts.refused += 1
        return [
          {
            ...base,
            action: 'refused',
            row_id: null,
            before: null,
            after: null,
            troubles: rowIssues.map((trouble) => toDryRunIssue(headings, trouble)),
          },
        ]
      }
      return this.#difference(base, row, standing)
    })
    await this.#add(await this.#withWarnings(headings, dry, part))
  }

  // Rows with issues are looked up last. If two rows match the same stored row, it is then assigned
  // to the row without issues.
  async #find(
    rows: readonly { readonly row: RowValues; readonly isGood: boolean }[],
  ): Promise<readonly (StoredRow | RowIssue | undefined)[]> {
    const order = [
      ...rows.flatMap(({ isGood }, at) => (isGood ? [at] : [])),
      ...rows.flatMap(({ isGood }, at) => (isGood ? [] : [at])),
    ]
    const found = await this.#job.kind.store.find(
      this.#work.db,
      order.map((at) => rows[at]?.row ?? {}),
      this.#crossRows.taken,
    )
    const standing: (StoredRow | RowIssue | undefined)[] = rows.map(() => undefined)
    for (const [nth, at] of order.entries()) standing[at] = found[nth]
    return standing
  }

  // The size is limited, because a small compressed file can expand until the disk is full.
  async #add(rows: readonly DryRunRow[]): Promise<void> {
    this.#room -= await insertDryRunRows(this.#work.db, this.#job.id, rows)
    if (this.#room < 0) throw new UnreadableFileError(importTexts.tooMuchText)
  }

  // Adds warnings to the rows that would be written. The user decides whether to write them.
  async #withWarnings(
    headings: ParsedHeadings,
    rows: readonly DryRunRow[],
    part: readonly DryRunInputRow[],
  ): Promise<readonly DryRunRow[]> {
    const { kind } = this.#job
    const written = rows.filter(({ action }) => action !== 'refused')
    if (kind.warnings === undefined || written.length === 0) return rows
    const readOf = new Map(part.map(({ line, row }) => [line, row]))
    const found = await kind.warnings(
      this.#work.db,
      written.map(({ row_id: id, after, line }) => ({
        id,
        row: after ?? {},
        read: readOf.get(line) ?? {},
      })),
      this.#work.clock.now(),
    )
    this.#clash ??= await kind.clashes?.(this.#work.db)
    const warnings = new Map(
      written.map((row, at) => [
        row,
        [...(this.#clash?.(readOf.get(row.line) ?? {}, row.line) ?? []), ...(found[at] ?? [])],
      ]),
    )
    for (const row of written) {
      const { field, says } = kind.uniqueField ?? {}
      const value = field === undefined ? undefined : row.after?.[field]
      if (field === undefined || says === undefined || typeof value !== 'string') continue
      const before = this.#alone.get(value)
      if (before === undefined) this.#alone.set(value, row.line)
      else warnings.get(row)?.push({ field, says: fillTemplateText(says, before) })
    }
    return rows.map((row) => {
      const own = warnings.get(row) ?? []
      if (own.length === 0) return row
      this.#counts.warned += 1
      return { ...row, warnings: own.map((one) => toDryRunIssue(headings, one)) }
    })
  }

  /**
   * If all rows of the file could be identified, determines the stored rows that are missing from
   * the file. Returns the counts.
   */
  async end(): Promise<ImportCounts & { absence_known: boolean }> {
    const { kind } = this.#job
    const isKnown = this.#unknown === 0
    if (kind.withdrawal === undefined || !isKnown || this.#scopes.size === 0)
      return { ...this.#counts, absence_known: isKnown || kind.withdrawal === undefined }
    const absent = await kind.withdrawal.absent(this.#work.db, {
      scopes: [...this.#scopes],
      ids: [...this.#ids],
    })
    for (const part of splitIntoBatches(absent))
      await this.#add(
        part.map((one) => ({
          line: 0,
          action: 'withdrawn',
          key: kind.keysOf(one.row)[0] ?? one.id,
          row_id: one.id,
          before: null,
          after: null,
          was_withdrawn: false,
          cells: null,
          troubles: null,
          warnings: null,
        })),
      )
    return { ...this.#counts, withdrawn: absent.length, absence_known: true }
  }

  #difference(
    base: Pick<DryRunRow, 'line' | 'key' | 'cells' | 'was_withdrawn' | 'warnings'>,
    row: RowValues,
    standing: StoredRow | undefined,
  ): DryRunRow[] {
    if (standing === undefined) {
      this.#counts.added += 1
      const whole = { ...getDefaultValues(this.#job.kind), ...row }
      return [{ ...base, action: 'new', row_id: null, before: null, after: whole, troubles: null }]
    }
    const before = pickComparedFields(standing.row, row)
    if (hasSameValues(before, row) && !standing.withdrawn) {
      this.#counts.unchanged += 1
      return []
    }
    this.#counts.changed += 1
    return [
      {
        ...base,
        action: 'changed',
        row_id: standing.id,
        before,
        after: row,
        was_withdrawn: standing.withdrawn,
        troubles: null,
      },
    ]
  }
}

const isRow = (one: RowValues | readonly RowIssue[]): one is RowValues => !Array.isArray(one)
const isIssue = (one: StoredRow | RowIssue): one is RowIssue => 'says' in one

/** The fields of a stored row that `named` contains. */
export const pickComparedFields = (standing: RowValues, named: RowValues): RowValues =>
  Object.fromEntries(Object.keys(named).map((field) => [field, standing[field] ?? null]))

/** Whether two rows have the same values in the fields of the second row. */
export const hasSameValues = (one: RowValues, other: RowValues): boolean =>
  Object.keys(other).every(
    (field) => JSON.stringify(one[field] ?? null) === JSON.stringify(other[field] ?? null),
  )

const toDryRunIssue = (headings: ParsedHeadings, trouble: RowIssue): DryRunIssue => ({
  field: trouble.field,
  at: findColumnIndex(headings, trouble),
  says: trouble.says,
})

// A dry run can store MIN_DRY_RUN_BYTES of JSON plus DRY_RUN_BYTES_FACTOR times the size of the
// imported file, at most MAX_DRY_RUN_BYTES. The JSON of a list of names is about ten times as large
// as the workbook. A limit is needed because a workbook contains a text once for all cells that
// refer to it, while the JSON repeats the text for each of these cells, 10,000 times if necessary.
const MIN_DRY_RUN_BYTES = 32 * 2 ** 20
const DRY_RUN_BYTES_FACTOR = 32
const MAX_DRY_RUN_BYTES = 512 * 2 ** 20
