import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type pg from 'pg'
import { type ArchiveKey } from './archive-key.ts'
import { writeArchive, type ArchiveEntry } from './archive.ts'
import { type ArchiveManifest, ARCHIVE_FORMAT, type ArchiveTotals } from './manifest.ts'
import { createRowChecksum, type RowChecksum } from './row-checksum.ts'
import { readTableAsCopyText, listSequences, setCanonicalSettings, listTables } from './tables.ts'

const PART_BYTES = 2 ** 20
const PUBLIC = 'public'

/** The files of a campus that are not in its database. */
export interface CampusFiles {
  /** The campus's own files, which are served in addition to the app. */
  readonly publicDir: string
}

/** A summary of what was written into an archive. */
export interface DumpSummary {
  readonly madeAt: Date
  readonly tables: number
  readonly rows: number
  readonly files: number
}

/**
 * Writes a consistent state of a campus into an archive while the campus is in use: all tables,
 * read in one read-only transaction, and the campus's files.
 */
export async function writeBackup(
  client: pg.Client,
  {
    file,
    key,
    files,
    secretsKey,
  }: { file: string; key: ArchiveKey; files: CampusFiles; secretsKey: string | undefined },
): Promise<DumpSummary> {
  const dumped = { madeAt: new Date(), tables: 0, rows: 0, files: 0 }
  async function* entries(): AsyncGenerator<ArchiveEntry, void> {
    const about = await createManifest(client, secretsKey)
    dumped.madeAt = new Date(about.madeAt)
    dumped.tables = about.tables.length
    yield json('about.json', about)
    for (const one of filesOf(files)) {
      dumped.files += 1
      yield one
    }
    const tables: Record<string, RowChecksum> = {}
    for (const table of about.tables) {
      const sum = createRowChecksum()
      let part = 0
      for await (const content of inParts(readTableAsCopyText(client, table))) {
        sum.add(content)
        yield { name: `tables/${table.name}/${String((part += 1)).padStart(6, '0')}`, content }
      }
      const summed = sum.end()
      tables[table.name] = summed
      dumped.rows += summed.rows
    }
    // Sequences are not transactional. They are read last, so that their values are not behind the
    // copied rows.
    const totals: ArchiveTotals = { tables, sequences: await listSequences(client) }
    yield json('totals.json', totals)
  }
  await client.query('begin isolation level repeatable read read only')
  try {
    await setCanonicalSettings(client)
    await writeArchive(file, key, entries())
  } finally {
    await client.query('rollback').catch(() => {})
  }
  return dumped
}

async function createManifest(
  client: pg.Client,
  secretsKey: string | undefined,
): Promise<ArchiveManifest> {
  // The first statement takes the snapshot of the transaction.
  const { rows } = await client.query<{ now: Date; version: string; migrations: string[] }>(
    `select now(), current_setting('server_version') as version,
       array(select name from migration order by id) as migrations`,
  )
  const [first] = rows
  if (first === undefined) throw new Error('The database does not say what time it is.')
  return {
    format: ARCHIVE_FORMAT,
    madeAt: first.now.toISOString(),
    postgres: first.version,
    migrations: first.migrations,
    tables: await listTables(client),
    ...(secretsKey !== undefined && { secretsKey }),
  }
}

/**
 * The campus's files with their names in an archive. The key of second factors is not included,
 * because the secrets that it decrypts are in the tables.
 */
function* filesOf({ publicDir }: CampusFiles): Generator<ArchiveEntry, void> {
  for (const name of namesIn(publicDir))
    yield { name: `files/${PUBLIC}/${name}`, content: readFileSync(join(publicDir, name)) }
}

const namesIn = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => isFile(join(folder, name)))
    .map((name) => name.replaceAll(sep, '/'))
    .sort()

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

const json = (name: string, value: ArchiveManifest | ArchiveTotals): ArchiveEntry => ({
  name,
  content: Buffer.from(JSON.stringify(value, null, 1)),
})

async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(held)
}
