import type { Db } from '../db.ts'
import { sendStatementsDirectly } from './prepared-statement.ts'

const raceConstraints = new Set<string>()

/**
 * Declares a constraint that only a race can violate: the code has checked the condition before,
 * and a concurrent transaction has committed since. `runTransaction` retries if this constraint is
 * violated.
 */
export const declareRaceConstraint = (constraint: string): void =>
  void raceConstraints.add(constraint)

/**
 * Runs `work` in a transaction. If a race constraint (`declareRaceConstraint`) is violated, the
 * transaction is rolled back and `work` runs again; it then sees the other transaction's rows. The
 * violation can come from a pipelined statement, too: its error is thrown by the commit at the
 * latest.
 */
export async function runTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await db.transaction().execute(async (tx) => {
        await sendStatementsDirectly(tx)
        return work(tx)
      })
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
}

const isLostRace = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && raceConstraints.has(String(error.constraint))
