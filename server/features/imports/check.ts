import { importWords } from '#words/imports'
import { blanksOf, cellOf, readCells } from './cells.ts'
import { Unreadable, type SheetRow, MOST_ROWS } from './file/rows.ts'
import { openSheet } from './file/sheet.ts'
import { type Headings, headingsIn, withoutHeadings } from './headings.ts'
import type { Row, Standing, Trouble } from './kind.ts'
import { addRows, type Counts, type DryRow, noteImport } from './store.ts'
import { filled } from './values.ts'
import { type Job, PART, partsOf, type Work } from './work.ts'

/**
 * The dry run: compare a file with what stands and write down what would change, nothing else. What
 * a file says of itself and why it cannot be read stands in the import afterwards.
 */
export async function checkImport(
  work: Work,
  job: Job & { readonly bytes: Uint8Array },
): Promise<void> {
  const { db, clock } = work
  try {
    const sheet = await openSheet(job.bytes)
    await noteImport(db, job.id, { format: sheet.format, total: sheet.estimate })
    const found = await compareAll(work, job, sheet.rows())
    await noteImport(db, job.id, { ...found, state: 'checked', beat_at: clock.now() })
  } catch (error) {
    const says = error instanceof Unreadable ? error.says : importWords.failed
    await noteImport(db, job.id, { state: 'unreadable', problem: says, beat_at: clock.now() })
    if (!(error instanceof Unreadable)) throw error
  }
}

// A name of the list may stand above the headings.
const LOOKED_AT = 10

async function compareAll(work: Work, job: Job, rows: AsyncIterable<SheetRow>) {
  const comparison = new Comparison(work, job)
  let headings: Headings | undefined
  let first: readonly string[] | undefined
  let part: ReadRow[] = []
  let done = 0
  for await (const { line, cells } of rows) {
    done += 1
    if (done > MOST_ROWS + LOOKED_AT)
      throw new Unreadable(filled(importWords.tooManyRows, MOST_ROWS))
    if (headings === undefined) {
      if (cells.every((cell) => cell.trim() === '')) continue
      first ??= cells
      headings = headingsIn(job.kind, cells)
      if (headings === undefined && done >= LOOKED_AT) break
      continue
    }
    const read = readCells(job.kind, headings, cells)
    if (read !== undefined) part.push({ line, cells, ...read })
    if (part.length < PART) continue
    await comparison.compare(headings, part)
    await noteImport(work.db, job.id, { done, beat_at: work.clock.now() })
    part = []
  }
  if (headings === undefined)
    throw first === undefined ? new Unreadable(importWords.empty) : withoutHeadings(job.kind, first)
  await comparison.compare(headings, part)
  const counts = await comparison.end()
  if (Object.values(counts).every((count) => count === 0)) throw new Unreadable(importWords.noRows)
  return {
    ...counts,
    done,
    headings: [...headings.texts],
    unknown: [...headings.unknown],
  }
}

interface ReadRow extends SheetRow {
  readonly row: Row
  readonly troubles: readonly Trouble[]
}

// What is remembered of a whole file: its keys and the records that they are, no more.
class Comparison {
  readonly #work: Work
  readonly #job: Job
  readonly #lines = new Map<string, number>()
  readonly #ids = new Set<string>()
  readonly #scopes = new Set<string>()
  // Rows of which nobody knows what they are: then nobody knows what is missing either.
  #unknown = 0
  #counts = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, refused: 0 }

  constructor(work: Work, job: Job) {
    this.#work = work
    this.#job = job
  }

  async compare(headings: Headings, part: readonly ReadRow[]): Promise<void> {
    if (part.length === 0) return
    const { kind } = this.#job
    const { db } = this.#work
    const rows = part.map(({ row }) => row)
    const resolved = (await kind.resolve?.(db, rows)) ?? rows
    const stored = resolved.map((one) => (isRow(one) ? one : {}))
    const standing = await kind.store.find(db, stored)
    const dry = part.flatMap((one, at): DryRow[] => {
      const result = resolved[at] ?? {}
      const row = isRow(result) ? result : undefined
      const found = standing[at]
      const troubles = [
        ...one.troubles,
        ...(row === undefined && one.troubles.length === 0 && !isRow(result) ? result : []),
        ...(found !== undefined && isTrouble(found) ? [found] : []),
        ...this.#repeated(one),
      ]
      const id = found !== undefined && !isTrouble(found) ? found.id : undefined
      if (id !== undefined && this.#ids.has(id) && troubles.length === 0)
        troubles.push({ field: '', says: importWords.sameRecord })
      if (id !== undefined) this.#ids.add(id)
      const key = kind.keysOf(one.row)[0] ?? ''
      if (row === undefined || (key === '' && troubles.length > 0)) this.#unknown += 1
      else if (troubles.length === 0 && kind.withdrawal !== undefined)
        this.#scopes.add(kind.withdrawal.scopeOf(row))
      const base = { line: one.line, key, cells: one.cells.map(storable), was_withdrawn: false }
      if (troubles.length > 0 || row === undefined) {
        this.#counts.refused += 1
        return [
          {
            ...base,
            action: 'refused',
            row_id: null,
            before: null,
            after: null,
            troubles: troubles.map((trouble) => {
              const { column, value } = cellOf(headings, one.cells, trouble)
              return { column, value: storable(value), says: trouble.says }
            }),
          },
        ]
      }
      return this.#difference(
        base,
        row,
        found !== undefined && !isTrouble(found) ? found : undefined,
      )
    })
    await addRows(db, this.#job.id, dry)
  }

  /** What stands and the file does not name any more, when it is known what the file names. */
  async end(): Promise<Counts> {
    const { kind, id } = this.#job
    if (kind.withdrawal === undefined || this.#unknown > 0 || this.#scopes.size === 0)
      return this.#counts
    const absent = await kind.withdrawal.absent(this.#work.db, {
      scopes: [...this.#scopes],
      ids: [...this.#ids],
    })
    for (const part of partsOf(absent))
      await addRows(
        this.#work.db,
        id,
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
        })),
      )
    return { ...this.#counts, withdrawn: absent.length }
  }

  #repeated({ row, line }: ReadRow): Trouble[] {
    const troubles: Trouble[] = []
    for (const key of this.#job.kind.keysOf(row)) {
      const before = this.#lines.get(key)
      if (before === undefined) this.#lines.set(key, line)
      else troubles.push({ field: '', says: filled(importWords.repeated, key, before) })
    }
    return troubles
  }

  #difference(
    base: Pick<DryRow, 'line' | 'key' | 'cells' | 'was_withdrawn'>,
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

// What was refused is kept to be shown, whatever is in it.
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '')).toString()
