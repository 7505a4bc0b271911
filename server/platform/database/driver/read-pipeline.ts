import type pg from 'pg'
import { classifyDatabaseError } from '../errors.ts'
import { cancelQuery } from './cancel-query.ts'
import type { StatementParams } from './pool.ts'
import {
  type PreparedRead,
  type ReadPipeline,
  supportsNamedStatements,
} from './prepared-statement.ts'
import { corkUntilNextTick } from './server-connection.ts'

interface SharedConnection {
  /** Undefined if the database does not support named statements. */
  readonly client: Promise<pg.PoolClient | undefined>
  /** The number of reads that wait for their answers. */
  reads: number
}

/**
 * Creates a pipeline over one connection of the pool: a read is sent at once, and not only after the
 * answers to the reads before it. Reads of the same tick are one packet, and so are often their
 * answers. The connection returns to the pool when no read waits for an answer. A read that fails
 * does not affect the others, unless the connection is lost or a read exceeds its time limit.
 */
export function createReadPipeline(
  pool: pg.Pool,
  { statementMs, names }: Pick<StatementParams, 'statementMs' | 'names'>,
): ReadPipeline {
  /** The connection that takes further reads. */
  let current: SharedConnection | undefined
  let isSupported = names !== 'never'

  const connect = async (): Promise<pg.PoolClient | undefined> => {
    const client = await pool.connect()
    try {
      isSupported = await supportsNamedStatements(client, names)
    } catch (error) {
      client.release(true)
      throw error
    }
    if (isSupported) return client
    client.release()
    return undefined
  }
  const stopUsing = (connection: SharedConnection) => {
    if (current === connection) current = undefined
  }

  return {
    run: async <Row>({ name, text, values }: PreparedRead) => {
      if (!isSupported) return undefined
      const connection = (current ??= { client: connect(), reads: 0 })
      connection.reads += 1
      let client: pg.PoolClient | undefined
      let late: NodeJS.Timeout | undefined
      try {
        client = await connection.client
        if (client === undefined) return undefined
        const running = client
        late = setTimeout(() => {
          stopUsing(connection)
          cancelQuery(running)
        }, statementMs)
        corkUntilNextTick(client)
        return await client.query<Row & pg.QueryResultRow>({ name, text, values: [...values] })
      } catch (error) {
        if (client === undefined || classifyDatabaseError(error) === 'unavailable')
          stopUsing(connection)
        throw error
      } finally {
        clearTimeout(late)
        connection.reads -= 1
        if (connection.reads === 0) {
          // A connection that was lost or cancelled is closed instead of being used again.
          client?.release(current !== connection)
          stopUsing(connection)
        }
      }
    },
  }
}
