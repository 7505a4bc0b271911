import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EditedRow } from '#contract/editing'
import { editingWords } from '#words/editing'
import type { Noun } from '#words/office-actions'
import { refusalWords } from '#words/refusal'
import type { Text } from '#words/say'
import type { Db } from '../../platform/database/database.ts'
import { byStaff, good, type Handler, type Outcome, refused } from '../../platform/http/handler.ts'
import { noteDeed } from '../office/face.ts'

type Texts = Readonly<Record<string, string>>

/** A row as a catalogue finds it. */
export interface Found<V> {
  readonly id: string
  readonly values: V
  readonly withdrawn?: boolean
}

/** What is written over `before`, or as a new row. */
export interface Change<V> {
  readonly values: V
  readonly before: Found<V> | undefined
  readonly now: Date
}

/** Rows that the office edits: how they are found, and what a change does to them. */
export interface Catalogue<V> {
  /** As in the addresses of its calls. */
  readonly noun: Noun
  readonly find: (db: Db) => Promise<Found<V>[]>
  /** Answers the row's id, or in words why not. */
  readonly write: (db: Db, change: Change<V>) => Promise<string | Text>
  /** Answers in words why not, if it did not. */
  readonly withdraw?: (db: Db, row: Found<V>, now: Date) => Promise<Text | undefined>
}

interface Save<V> {
  readonly id: string
  readonly version: string
  readonly values: V
}

/** As many rows as an editor looks through; a longer list is searched. */
const MOST = 500
/** So much of a text stands in the log, characters. */
const NOTED = 4000

/** The list of a catalogue, searched by any of its texts. */
export const listOf = <V extends Texts>({
  find,
}: Catalogue<V>): Handler<{ find: string }, { rows: EditedRow<V>[] }> =>
  byStaff(async ({ input, db }) => {
    const sought = input.find.trim().toLowerCase()
    const rows = (await find(db)).filter(
      ({ values }) =>
        sought === '' || Object.values(values).some((text) => text.toLowerCase().includes(sought)),
    )
    return good({
      rows: rows.slice(0, MOST).map((row) => ({
        id: row.id,
        values: row.values,
        withdrawn: row.withdrawn === true,
        version: versionOf(row),
      })),
    })
  })

/** The save of a catalogue: over the row that its editor saw, and noted. */
export const saveOf = <V extends Texts>(
  catalogue: Catalogue<V>,
): Handler<Save<V>, { id: string }> =>
  byStaff(async ({ input, db, now, staff }) => {
    const seen = await rowFor(db, catalogue, input)
    if ('type' in seen) return seen
    const { row: before } = seen
    const id = await catalogue.write(db, { values: input.values, before, now })
    if (typeof id !== 'string') return refused(id)
    await noteDeed(db, {
      staff: staff.code,
      action: `${catalogue.noun}.save`,
      about: `${catalogue.noun}:${id}`,
      details: { before: before && inLog(before.values), after: inLog(input.values) },
      now,
    })
    return good({ id })
  })

/** The withdrawal of a catalogue's row, with its reason. */
export const withdrawOf = <V extends Texts>(
  catalogue: Catalogue<V>,
): Handler<{ id: string; version: string; reason: string }, Record<never, never>> =>
  byStaff(async ({ input, db, now, staff }) => {
    const seen = await rowFor(db, catalogue, input)
    if ('type' in seen) return seen
    if (seen.row === undefined || catalogue.withdraw === undefined)
      return refused(refusalWords.notFound)
    const why = await catalogue.withdraw(db, seen.row, now)
    if (why !== undefined) return refused(why)
    await noteDeed(db, {
      staff: staff.code,
      action: `${catalogue.noun}.withdraw`,
      about: `${catalogue.noun}:${input.id}`,
      reason: input.reason,
      details: { before: inLog(seen.row.values) },
      now,
    })
    return good({})
  })

// A page with its pictures would fill the log.
const inLog = <V extends Texts>(values: V) =>
  Object.fromEntries(Object.entries(values).map(([name, said]) => [name, said.slice(0, NOTED)]))

// One editor of a catalogue follows the other, so that the second is judged by what the first left.
async function rowFor<V>(
  db: Db,
  { noun, find }: Catalogue<V>,
  { id, version }: { id: string; version: string },
): Promise<{ row: Found<V> | undefined } | Extract<Outcome<never>, { type: 'stale' | 'refused' }>> {
  await sql`select pg_advisory_xact_lock(hashtext(${`editing ${noun}`}))`.execute(db)
  if (id === '') return { row: undefined }
  const row = (await find(db)).find((one) => one.id === id)
  if (row === undefined) return refused(refusalWords.notFound)
  const etag = versionOf(row)
  return etag === version ? { row } : { type: 'stale', etag, says: editingWords.stale }
}

// The row itself is its version: whoever changes it by whatever way, an import or SQL, is noticed.
const versionOf = <V>({ values, withdrawn = false }: Found<V>): string =>
  createHash('sha256')
    .update(JSON.stringify([values, withdrawn]))
    .digest('base64url')
    .slice(0, 16)
