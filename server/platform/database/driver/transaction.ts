import type { Db } from '../db.ts'

const raceConstraints = new Set<string>()

/**
 * Declares a constraint that only a race violates: the code has checked its condition before, and a
 * concurrent transaction has committed since. Its violation makes `runTransaction` retry.
 */
export const declareRaceConstraint = (constraint: string): void =>
  void raceConstraints.add(constraint)

/**
 * Runs `work` in a transaction. When a race constraint (`declareRaceConstraint`) is violated the
 * transaction is rolled back and `work` runs again, seeing the other transaction's rows. Pipelined
 * statements may lose a race too: their error is thrown by the commit at the latest.
 */
export async function runTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isLostRace(error)) throw error
    }
}

const isLostRace = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && raceConstraints.has(String(error.constraint))
