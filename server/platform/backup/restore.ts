import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as v from 'valibot'
import { beginDatabaseEpoch } from '../database/epoch.ts'
import { withMigrationLock } from '../database/migrations/migration-lock.ts'
import { migrateInTransaction } from '../database/migrations/migrations.ts'
import type { ArchiveKey } from './archive-key.ts'
import { type ArchiveEntryStream, readArchive } from './archive.ts'
import { ArchiveManifest, ArchiveTotals, findMigrationMismatch } from './manifest.ts'
import { createRowChecksum, type RowChecksum } from './row-checksum.ts'
import {
  quoteIdentifier,
  setCanonicalSettings,
  checksumTable,
  type TableColumns,
  listTables,
} from './tables.ts'
import { dropSchemaObjects, inspectRestoreTarget, disableConstraints } from './target-schema.ts'

/** A summary of what was restored. */
export interface RestoreSummary {
  readonly madeAt: Date
  readonly tables: number
  readonly rows: number
  /** How many migrations ran because they are newer than the archive. */
  readonly migrated: number
  readonly epoch: string
}

/** The parameters of a restore. */
export interface RestoreParams {
  readonly file: string
  readonly key: ArchiveKey
  /** Replace existing data, provided that the archive can be restored. */
  readonly replace: boolean
  readonly now: Date
  /** Returns why this archive cannot be restored; called before anything is changed. */
  readonly checkManifest: (about: ArchiveManifest) => string | undefined
  /** Receives a file of the campus. The file takes effect only after the commit. */
  readonly addFile: (name: string, content: Buffer) => void
  /** Runs on the restored rows before the commit. If it throws, everything is rolled back. */
  readonly beforeCommit?: (client: pg.Client) => Promise<void>
}

/**
 * Restores an archive in one transaction. Afterwards the database contains the whole archive,
 * compared by checksum and checked against every constraint, or it is unchanged. Throws an error
 * with a sentence if the restore fails.
 */
export function restoreArchive(client: pg.Client, wishes: RestoreParams): Promise<RestoreSummary> {
  // A process that starts during the restore waits for this lock.
  return withMigrationLock(client, async () => {
    const restored = await restoreInTransaction(client, wishes)
    await wishes.beforeCommit?.(client)
    await client.query('analyze')
    return restored
  })
}

async function restoreInTransaction(
  client: pg.Client,
  wishes: RestoreParams,
): Promise<RestoreSummary> {
  const { file, key, replace, now, checkManifest, addFile } = wishes
  await setCanonicalSettings(client)
  const there = await inspectRestoreTarget(client)
  if (there.processes > 0)
    throw new Error(
      `${there.processes} connections of running processes use this database: stop them first.`,
    )
  if (there.tables > 0 && !replace)
    throw new Error(
      `The database is not empty: it has ${there.tables} tables. Name an empty one, or say --replace to lose what it has.`,
    )

  const entries = readArchive(file, key)
  const about = await read(entries, 'about.json', ArchiveManifest)
  const why = findMigrationMismatch(about) ?? checkManifest(about)
  if (why !== undefined) throw new Error(why)
  await dropSchemaObjects(client)
  await migrateInTransaction(client, about.migrations.length)
  const own = new Map((await listTables(client)).map((table) => [table.name, table]))
  const tables = about.tables.map((table) => assertTableFits(table, own.get(table.name)))
  const guards = await disableConstraints(client, [...own.keys()])
  const totals = await copyEntries(client, { entries, tables, takeFile: addFile })
  await guards.back()

  let rows = 0
  for (const table of tables) {
    const [wanted, found] = [totals.tables[table.name], await checksumTable(client, table)]
    if (!isSame(wanted, found))
      throw new Error(
        `The table ${table.name} did not come back as it was: ${found.rows} rows instead of ${wanted?.rows ?? 'none'}.`,
      )
    rows += found.rows
  }
  for (const { name, last, isCalled } of totals.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [
      quoteIdentifier(name),
      last,
      isCalled,
    ])
  const migrated = await migrateInTransaction(client)
  const madeAt = new Date(about.madeAt)
  const epoch = await beginDatabaseEpoch(client, { now, stateOf: madeAt })
  return { madeAt, tables: tables.length, rows, migrated, epoch }
}

/**
 * Returns the target table with its columns in the archive's order; throws if the two tables have
 * different columns.
 */
function assertTableFits(table: TableColumns, own: TableColumns | undefined): TableColumns {
  const strange = table.columns.filter((column) => own?.columns.includes(column) !== true)
  if (own === undefined || strange.length > 0)
    throw new Error(
      `The archive has ${own === undefined ? `a table ${table.name}` : `columns ${strange.join(', ')} of ${table.name}`}, which this app does not make: remove it from where the archive was made, or restore by hand.`,
    )
  return table
}

async function copyEntries(
  client: pg.Client,
  {
    entries,
    tables,
    takeFile,
  }: {
    entries: AsyncIterable<ArchiveEntryStream>
    tables: readonly TableColumns[]
    takeFile: RestoreParams['addFile']
  },
): Promise<ArchiveTotals> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const sums = new Map<string, RowChecksum>()
  let totals: ArchiveTotals | undefined
  let open: { name: string; copy: ReturnType<typeof copyInto> } | undefined
  const close = async () => {
    if (open !== undefined) sums.set(open.name, await open.copy.end())
    open = undefined
  }
  try {
    for await (const { name, content } of entries) {
      const [kind, table = ''] = name.split('/')
      if (kind === 'files') takeFile(name.slice('files/'.length), await whole(content))
      else if (name === 'totals.json') totals = parsed(ArchiveTotals, await whole(content))
      else {
        const own = kind === 'tables' ? byName.get(table) : undefined
        if (own === undefined) throw new Error(`The archive has a strange part, ${name}.`)
        if (open?.name !== table) {
          await close()
          open = { name: table, copy: copyInto(client, own) }
        }
        for await (const chunk of content) await open.copy.add(chunk)
      }
    }
    await close()
  } catch (error) {
    await open?.copy.abort()
    throw error
  }
  if (totals === undefined) throw new Error('The archive has no end.')
  const nothing = createRowChecksum().end()
  for (const { name } of tables)
    if (!isSame(totals.tables[name], sums.get(name) ?? nothing))
      throw new Error(`The archive does not hold all rows of the table ${name}.`)
  return totals
}

function copyInto(client: pg.Client, { name, columns }: TableColumns) {
  const sum = createRowChecksum()
  const copy = client.query(
    copyFrom(
      `copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) from stdin`,
    ),
  )
  const ended = once(copy, 'finish')
  // Prevents an unhandled rejection while nothing awaits the promise.
  ended.catch(() => {})
  copy.on('error', () => {})
  return {
    add: async (chunk: Buffer) => {
      sum.add(chunk)
      if (!copy.write(chunk)) await Promise.race([once(copy, 'drain'), ended])
    },
    end: async () => {
      copy.end()
      await ended
      return sum.end()
    },
    // The connection accepts no other statement until COPY has ended.
    abort: async () => {
      copy.destroy(new Error('The archive ended too early.'))
      await ended.catch(() => {})
    },
  }
}

async function read<Shape extends v.GenericSchema>(
  entries: AsyncGenerator<ArchiveEntryStream>,
  name: string,
  shape: Shape,
): Promise<v.InferOutput<Shape>> {
  const first = await entries.next()
  if (first.done === true || first.value.name !== name)
    throw new Error(`The archive does not begin with ${name}.`)
  return parsed(shape, await whole(first.value.content))
}

function parsed<Shape extends v.GenericSchema>(
  shape: Shape,
  content: Buffer,
): v.InferOutput<Shape> {
  const found = v.safeParse(shape, JSON.parse(content.toString('utf8')))
  if (!found.success)
    throw new Error(`The archive cannot be understood: ${found.issues[0].message}`)
  return found.output
}

async function whole(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const isSame = (one: RowChecksum | undefined, other: RowChecksum) =>
  one?.rows === other.rows && one.sum === other.sum
