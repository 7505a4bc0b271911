import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { endAllSessions } from '#server/platform/backup/end-sessions'
import { createFileRestorer } from '#server/platform/backup/file-restorer'
import type { ArchiveManifest } from '#server/platform/backup/manifest'
import { type RestoreSummary, restoreArchive } from '#server/platform/backup/restore'
import { createClock } from '#server/platform/clock'
import { openDatabase, createTransactionDb } from '#server/platform/database/database'
import { beginDatabaseEpoch } from '#server/platform/database/epoch'
import { probeWrite } from '#server/platform/database/health/write-probe'
import { migrate } from '#server/platform/database/migrations/migrations'
import { seedDefaults, prepareDatabase } from '#server/prepare-database'
import { type ArchiveKeyOptions, resolveArchiveKey, addArchiveKeyOptions } from './backup.ts'
import { withCampusConnection, type CampusConnection } from './campus-connection.ts'
import { printLine } from './command-context.ts'

interface Options extends ArchiveKeyOptions {
  readonly replace?: boolean
  readonly endSessions?: boolean
  readonly check?: boolean
}

/** `campus restore ARCHIVE`: restores an archive, or only checks that it can be restored. */
export function addRestoreCommand(program: Command): void {
  const command = program
    .command('restore')
    .description(
      'Bring an archive back into an empty database, all of it or nothing. Stop the campus first.',
    )
    .argument('<archive>', 'a file that backup has written')
    .option('--replace', 'lose what the database and the files beside it have now')
    .option('--end-sessions', 'everybody signs in again')
    .option('--check', 'only try it, in a database of its own that is thrown away')
  addArchiveKeyOptions(command).action((file: string, options: Options) =>
    options.check === true ? tried(file, options) : broughtBack(file, options),
  )
  program
    .command('restored')
    .description(
      'Say that the database was brought back to an earlier state by other means: phones then ask what it still has.',
    )
    .action(() =>
      withCampusConnection(async ({ client, settings, connectionString }) => {
        await migrate(connectionString)
        const now = createClock(settings.clockOffsetSeconds).now()
        printLine(
          `Epoch ${await beginDatabaseEpoch(client, { now, stateOf: undefined })}. Phones will ask.`,
        )
      }),
    )
}

const broughtBack = (file: string, options: Options) =>
  withCampusConnection(async (place) => {
    tell(await into(place, file, options))
    // The data are restored at this point. A constraint that cannot be enforced now is tried again
    // at the next start.
    const rules = await migrate(place.connectionString).catch(sentenceOf)
    for (const sentence of rules) printLine(sentence)
    printLine('Start the campus: phones will ask whether it still has what they hold receipts for.')
  })

async function tried(file: string, options: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baodao-check-'))
  try {
    process.env['DATA_DIR'] = folder
    delete process.env['DATABASE_URL']
    await withCampusConnection(async (place) => {
      tell(await into(place, file, { ...options, replace: false }))
      const { connectionString, settings } = place
      const database = openDatabase({ connectionString, onError: () => {} })
      const clock = createClock(0)
      const restoreOptions = { ...settings, demo: false }
      try {
        await prepareDatabase({ connectionString, database, clock, settings: restoreOptions })
        const obstacle = await probeWrite(database.probePool, { wasFull: false })
        if (obstacle !== undefined) throw new Error(`The app is not ready on it: ${obstacle}.`)
      } finally {
        await database.close()
      }
      printLine('The archive is whole, and the app is ready on it.')
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function into({ client, settings }: CampusConnection, file: string, options: Options) {
  const replace = options.replace === true
  const files = createFileRestorer(settings, { replace })
  const now = createClock(settings.clockOffsetSeconds).now()
  let about: ArchiveManifest | undefined
  try {
    const restored = await restoreArchive(client, {
      file,
      key: resolveArchiveKey(options),
      replace,
      now,
      checkManifest: (found) => {
        about = found
        return files.findRestoreObstacle(found)
      },
      addFile: files.addFile,
      beforeCommit: async () => {
        if (options.endSessions === true) await endAllSessions(client, now)
        await seedDefaults(createTransactionDb(client))
        files.writePartFiles()
      },
    })
    files.renamePartFiles()
    if (about !== undefined && files.lacksKey(about)) printLine(NO_KEY)
    return restored
  } catch (error) {
    files.deletePartFiles()
    throw error
  }
}

const NO_KEY =
  'Second factors need the key of that time, which no archive holds: put secrets.key back into DATA_DIR (or set SECRETS_KEY), or have each second factor reset.'

const sentenceOf = (error: unknown): string[] => [
  `Not done yet, the next start does it: ${error instanceof Error ? error.message : String(error)}`,
]

const tell = ({ madeAt, tables, rows, migrated, epoch }: RestoreSummary) =>
  printLine(
    `The state of ${madeAt.toISOString()} is back: ${tables} tables with ${rows} rows, each compared, every rule in force, ${migrated} younger migrations. Epoch ${epoch}.`,
  )
