import type pg from 'pg'
import { startPostgres } from '#server/platform/database/cluster/private-postgres'
import { createDatabaseClient } from '#server/platform/database/driver/host-selection'
import { readSettings } from '#server/platform/settings/read-settings'
import type { Settings } from '#server/platform/settings/settings'

/** A connection to the campus's database, in which nothing is created or migrated. */
export interface CampusConnection {
  readonly client: pg.Client
  readonly connectionString: string
  readonly settings: Settings
}

/** Runs `work` with one connection to the database that the environment's settings name. */
export async function withCampusConnection<T>(
  work: (place: CampusConnection) => Promise<T>,
): Promise<T> {
  const read = readSettings(process.env)
  if (read.type === 'mistakes') throw new Error(read.sentences.join('\n'))
  const { settings } = read
  if (settings.databaseUrl !== undefined)
    return connected(settings.databaseUrl, (client) =>
      work({ client, connectionString: settings.databaseUrl ?? '', settings }),
    )
  const postgres = await startPostgres({ dataDir: settings.dataDir })
  try {
    const { connectionString } = postgres
    return await connected(connectionString, (client) =>
      work({ client, connectionString, settings }),
    )
  } finally {
    await postgres.release()
  }
}

async function connected<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createDatabaseClient(connectionString, {
    application_name: 'baodao backup',
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
