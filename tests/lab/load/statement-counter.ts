import type { TestCluster } from '../drills/support/test-cluster.ts'

/** The settings of a cluster that counts its statements. */
export const STATEMENT_COUNT_SETTINGS = { shared_preload_libraries: 'pg_stat_statements' }

/** Counts the statements that a database runs. */
export interface StatementCounter {
  readonly begin: () => Promise<void>
  /** The number of statements since `begin`, including those that begin and end a transaction. */
  readonly read: () => Promise<number>
  /** The statements that took the most time, one on a line. */
  readonly costliest: (most: number) => Promise<string[]>
}

const OURS = `not s.query ~ 'pg_stat_statements'`

/** Count in a cluster that was started with `STATEMENT_COUNT_SETTINGS`. */
export async function countStatements(cluster: TestCluster): Promise<StatementCounter> {
  await cluster.query('create extension if not exists pg_stat_statements')
  return {
    begin: async () => void (await cluster.query('select pg_stat_statements_reset()')),
    read: async () => {
      const [row] = await cluster.query<{ calls: string }>(
        `select coalesce(sum(calls), 0) as calls from pg_stat_statements s where ${OURS}`,
      )
      return Number(row?.calls ?? 0)
    },
    costliest: async (most) => {
      const rows = await cluster.query<{ calls: string; ms: number; query: string }>(
        `select calls, total_exec_time as ms, query from pg_stat_statements s where ${OURS}
         order by total_exec_time desc limit ${most}`,
      )
      return rows.map(
        ({ calls, ms, query }) =>
          `${calls.padStart(9)} × ${(ms / Number(calls)).toFixed(3)} ms  ${query.replace(/\s+/g, ' ').slice(0, 110)}`,
      )
    },
  }
}
