import { type Clock, createClock } from '#server/platform/clock'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { type Database, openDatabase } from '#server/platform/database/database'
import type { Db } from '#server/platform/database/db'
import { readSettings } from '#server/platform/settings/read-settings'
import type { Settings } from '#server/platform/settings/settings'
import { prepareDatabase } from '#server/prepare-database'

/** The context of a command. */
export interface CommandContext {
  readonly database: Database
  readonly db: Db
  readonly clock: Clock
  readonly settings: Settings
}

/** Runs `work` with the campus's database, which the environment's settings name. */
export async function withCommandContext<T>(
  work: (campus: CommandContext) => Promise<T>,
): Promise<T> {
  const read = readSettings(process.env)
  if (read.type === 'mistakes') throw new Error(read.sentences.join('\n'))
  const { settings } = read
  const postgres =
    settings.databaseUrl === undefined
      ? await startPostgres({ dataDir: settings.dataDir })
      : undefined
  const connectionString = settings.databaseUrl ?? postgres?.connectionString ?? ''
  const database = openDatabase({ connectionString, onError: () => {} })
  try {
    const clock = createClock(settings.clockOffsetSeconds)
    // The tables might be missing or belong to an older release, so they are migrated. Only the
    // server creates demo data.
    const options = { ...settings, demo: false }
    await prepareDatabase({ connectionString, database, clock, settings: options })
    return await work({ database, db: database.db, clock, settings })
  } finally {
    await database.close()
    await postgres?.release()
  }
}

/** Prints a line to stdout. */
export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)
