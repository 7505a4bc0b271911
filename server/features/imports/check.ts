import { importTexts } from '#i18n/imports'
import { blanksOf, keptCell, placeOf, readCells, type SkipReason, withSpanned } from './cells.ts'
import { chooseSheet, LOOKED_AT } from './choose-sheet.ts'
import { CrossRows } from './cross-rows.ts'
import { MOST_LINES, MOST_ROWS, type Sheet, type SheetRow, Unreadable } from './file/rows.ts'
import { openSheets } from './file/sheet.ts'
import { type Headings, headingsIn, withoutHeadings } from './headings.ts'
import type { Row, Standing, Trouble } from './kind.ts'
import {
  addRows,
  type Counts,
  type DryRow,
  type DryTrouble,
  dropRows,
  noteImport,
  type Skipped,
} from './store.ts'
import { filled } from './values.ts'
import { type Job, PART, partsOf, type Work } from './work.ts'

/**
 * The dry run: compare a file with what stands and write down what would change, nothing else. What
 * a file says of itself and why it cannot be read stands in the import afterwards.
 *
 * @param job.sheet The worksheet that a person chose, where a workbook has several; '' for none.
 */
export async function checkImport(
  work: Work,
  job: Job & { readonly bytes: Uint8Array; readonly sheet: string },
): Promise<void> {
  const { db, clock } = work
  try {
    const sheets = await openSheets(job.bytes)
    const choice = await chooseSheet(job.kind, sheets, job.sheet)
    if ('among' in choice) {
      await noteImport(db, job.id, { sheets: [...choice.among], format: sheets[0]?.format ?? '' })
      throw new Unreadable(filled(importTexts.chooseSheet, choice.among.length))
    }
    const { sheet } = choice
    await noteImport(db, job.id, {
      format: sheet.format,
      sheet: sheet.name,
      total: await sheet.estimate(),
    })
    const found = await compareAll(work, job, sheet)
    await noteImport(db, job.id, { ...found, state: 'checked', beat_at: clock.now() })
  } catch (error) {
    const says = error instanceof Unreadable ? error.says : importTexts.failed
    // What was found of a file that cannot be read to its end is of no use to anybody.
    await dropRows(db, job.id)
    await noteImport(db, job.id, { state: 'unreadable', problem: says, beat_at: clock.now() })
    if (!(error instanceof Unreadable)) throw error
  }
}

async function compareAll(
  work: Work,
  job: Job & { readonly bytes: Uint8Array },
  { rows, facts }: Sheet,
) {
  const comparison = new Comparison(work, job)
  const skipped = new SkippedLines()
  let headings: Headings | undefined
  let headingsLine = 0
  let first: readonly string[] | undefined
  let part: ReadRow[] = []
  let lines = 0
  let done = 0
  for await (const row of rows()) {
    lines += 1
    if (lines > MOST_LINES) throw new Unreadable(filled(importTexts.tooManyRows, MOST_ROWS))
    if (row.cells.every((cell) => cell.trim() === '') && row.spanned === undefined) {
      skipped.note('blank', row.line)
      continue
    }
    done += 1
    if (done > MOST_ROWS + LOOKED_AT)
      throw new Unreadable(filled(importTexts.tooManyRows, MOST_ROWS))
    if (headings === undefined) {
      first ??= row.cells
      headings = headingsIn(job.kind, row.cells)
      headingsLine = row.line
      skipped.note(headings === undefined ? 'title' : 'headings', row.line)
      if (headings === undefined && done >= LOOKED_AT) break
      continue
    }
    const cells = withSpanned(row, headingsLine)
    const read = readCells(job.kind, headings, { ...row, cells }, facts)
    if (typeof read === 'string') skipped.note(read, row.line)
    else part.push({ line: row.line, cells, ...read })
    if (part.length < PART) continue
    await comparison.compare(headings, part)
    await noteImport(work.db, job.id, { done: lines, beat_at: work.clock.now() })
    part = []
  }
  if (headings === undefined)
    throw first === undefined ? new Unreadable(importTexts.empty) : withoutHeadings(job.kind, first)
  await comparison.compare(headings, part)
  const counts = await comparison.end()
  const { added, changed, unchanged, refused } = counts
  if (added + changed + unchanged + refused === 0) throw new Unreadable(importTexts.noRows)
  return {
    ...counts,
    done: lines,
    lines,
    skipped: JSON.stringify(skipped.all()),
    headings: headings.texts.map((text) => keptCell(text)),
    unknown: headings.unknown.map((text) => keptCell(text)),
  }
}

const NAMED_LINES = 20

/** The lines of a file that bring nothing, by why; the first ones by their numbers. */
class SkippedLines {
  readonly #found = new Map<SkipReason, { count: number; lines: number[] }>()

  note(why: SkipReason, line: number): void {
    const found = this.#found.get(why) ?? { count: 0, lines: [] }
    found.count += 1
    if (found.lines.length < NAMED_LINES) found.lines.push(line)
    this.#found.set(why, found)
  }

  all(): Skipped[] {
    return [...this.#found].map(([why, found]) => ({ why, ...found }))
  }
}

interface ReadRow extends Pick<SheetRow, 'line' | 'cells'> {
  readonly row: Row
  readonly troubles: readonly Trouble[]
}

// What is remembered of a whole file: its keys and the records that they are, no more.
class Comparison {
  readonly #work: Work
  readonly #job: Job
  /** How many bytes may still be written down. */
  #room: number
  readonly #cross: CrossRows
  #offered: readonly Standing[] | undefined
  // Values that two people do not share, with the line of the first.
  readonly #alone = new Map<string, number>()
  readonly #ids = new Set<string>()
  readonly #scopes = new Set<string>()
  // Rows of which nobody knows what they are: then nobody knows what is missing either.
  #unknown = 0
  #counts = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, refused: 0, warned: 0 }

  constructor(work: Work, job: Job & { readonly bytes: Uint8Array }) {
    this.#work = work
    this.#job = job
    this.#cross = new CrossRows(job.kind)
    this.#room = Math.min(ROOM_AT_LEAST + ROOM_TIMES * job.bytes.byteLength, ROOM_AT_MOST)
  }

  async compare(headings: Headings, part: readonly ReadRow[]): Promise<void> {
    if (part.length === 0) return
    const { kind } = this.#job
    const { db } = this.#work
    const rows = part.map(({ row }) => row)
    const places = part.map(({ line, troubles }) => ({ line, isGood: troubles.length === 0 }))
    const resolved = (await kind.resolve?.(db, rows, places)) ?? rows
    const found = await this.#find(
      resolved.map((one, at) => ({
        row: isRow(one) ? one : {},
        isGood: isRow(one) && places[at]?.isGood === true,
      })),
    )
    const alone = part.map((one, at) => {
      const result = resolved[at] ?? {}
      const there = found[at]
      const troubles = [
        ...one.troubles,
        ...(one.troubles.length === 0 && !isRow(result) ? result : []),
        ...(there !== undefined && isTrouble(there) ? [there] : []),
      ]
      return {
        line: one.line,
        read: one.row,
        row: isRow(result) ? result : {},
        standing: there === undefined || isTrouble(there) ? undefined : there,
        isGood: troubles.length === 0,
        troubles,
      }
    })
    this.#offered ??= (await kind.identity?.standing(db)) ?? []
    const crossed = this.#cross.judge(alone, this.#offered)
    const dry = part.flatMap((one, at): DryRow[] => {
      const result = resolved[at] ?? {}
      const row = isRow(result) ? result : undefined
      const { standing, troubles: own = [] } = alone[at] ?? {}
      const troubles = [...own, ...(crossed[at] ?? [])]
      if (standing !== undefined) this.#ids.add(standing.id)
      const key = kind.keysOf(one.row)[0] ?? ''
      if (row === undefined || (key === '' && troubles.length > 0)) this.#unknown += 1
      else if (troubles.length === 0 && kind.withdrawal !== undefined)
        this.#scopes.add(kind.withdrawal.scopeOf(row))
      const base = {
        line: one.line,
        key: keptCell(key),
        cells: one.cells.map((cell, place) => keptCell(cell, headings.columns[place])),
        was_withdrawn: false,
        warnings: null,
      }
      if (troubles.length > 0 || row === undefined) {
        this.#counts.refused += 1
        return [
          {
            ...base,
            action: 'refused',
            row_id: null,
            before: null,
            after: null,
            troubles: troubles.map((trouble) => toldOf(headings, trouble)),
          },
        ]
      }
      return this.#difference(base, row, standing)
    })
    await this.#add(await this.#withWarnings(headings, dry, part))
  }

  // Rows that are refused already come last: a standing row that two mean is the good one's.
  async #find(
    rows: readonly { readonly row: Row; readonly isGood: boolean }[],
  ): Promise<readonly (Standing | Trouble | undefined)[]> {
    const order = [
      ...rows.flatMap(({ isGood }, at) => (isGood ? [at] : [])),
      ...rows.flatMap(({ isGood }, at) => (isGood ? [] : [at])),
    ]
    const found = await this.#job.kind.store.find(
      this.#work.db,
      order.map((at) => rows[at]?.row ?? {}),
      this.#cross.taken,
    )
    const standing: (Standing | Trouble | undefined)[] = rows.map(() => undefined)
    for (const [nth, at] of order.entries()) standing[at] = found[nth]
    return standing
  }

  // A small file may unpack to what fills a disk.
  async #add(rows: readonly DryRow[]): Promise<void> {
    this.#room -= await addRows(this.#work.db, this.#job.id, rows)
    if (this.#room < 0) throw new Unreadable(importTexts.tooMuchText)
  }

  // What is odd about a row that would be written: a person decides.
  async #withWarnings(
    headings: Headings,
    rows: readonly DryRow[],
    part: readonly ReadRow[],
  ): Promise<readonly DryRow[]> {
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
    )
    const warnings = new Map(written.map((row, at) => [row, [...(found[at] ?? [])]]))
    for (const row of written) {
      const { field, says } = kind.alone ?? {}
      const value = field === undefined ? undefined : row.after?.[field]
      if (field === undefined || says === undefined || typeof value !== 'string') continue
      const before = this.#alone.get(value)
      if (before === undefined) this.#alone.set(value, row.line)
      else warnings.get(row)?.push({ field, says: filled(says, before) })
    }
    return rows.map((row) => {
      const own = warnings.get(row) ?? []
      if (own.length === 0) return row
      this.#counts.warned += 1
      return { ...row, warnings: own.map((one) => toldOf(headings, one)) }
    })
  }

  /** What stands and the file does not name any more, when it is known what the file names. */
  async end(): Promise<Counts & { absence_known: boolean }> {
    const { kind } = this.#job
    const isKnown = this.#unknown === 0
    if (kind.withdrawal === undefined || !isKnown || this.#scopes.size === 0)
      return { ...this.#counts, absence_known: isKnown || kind.withdrawal === undefined }
    const absent = await kind.withdrawal.absent(this.#work.db, {
      scopes: [...this.#scopes],
      ids: [...this.#ids],
    })
    for (const part of partsOf(absent))
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
    base: Pick<DryRow, 'line' | 'key' | 'cells' | 'was_withdrawn' | 'warnings'>,
    row: Row,
    standing: Standing | undefined,
  ): DryRow[] {
    if (standing === undefined) {
      this.#counts.added += 1
      const whole = { ...blanksOf(this.#job.kind), ...row }
      return [{ ...base, action: 'new', row_id: null, before: null, after: whole, troubles: null }]
    }
    const before = imageOf(standing.row, row)
    if (isAlike(before, row) && !standing.withdrawn) {
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

const isRow = (one: Row | readonly Trouble[]): one is Row => !Array.isArray(one)
const isTrouble = (one: Standing | Trouble): one is Trouble => 'says' in one

/** Of a row that stands, the fields that another names. */
export const imageOf = (standing: Row, named: Row): Row =>
  Object.fromEntries(Object.keys(named).map((field) => [field, standing[field] ?? null]))

/** Do two rows say the same of the fields of the second? */
export const isAlike = (one: Row, other: Row): boolean =>
  Object.keys(other).every(
    (field) => JSON.stringify(one[field] ?? null) === JSON.stringify(other[field] ?? null),
  )

const toldOf = (headings: Headings, trouble: Trouble): DryTrouble => ({
  field: trouble.field,
  at: placeOf(headings, trouble),
  says: trouble.says,
})

// Bytes of JSON that a dry run may write down, by the size of its file. A list of names takes some
// ten times as much as its workbook; one text that 10,000 cells share takes 10,000 times as much.
const ROOM_AT_LEAST = 32 * 2 ** 20
const ROOM_TIMES = 32
const ROOM_AT_MOST = 512 * 2 ** 20
