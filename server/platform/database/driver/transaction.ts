import type { Db } from '../db.ts'

const raceConstraints = new Set<string>()

/**
 * Name a rule of the tables that is broken only by who was slower: what it counts was looked at
 * before, and somebody else has committed since.
 */
export const declareRaceConstraint = (constraint: string): void =>
  void raceConstraints.add(constraint)

/**
 * Work in a transaction; where somebody else was faster nothing of it counts, and it is done anew,
 * seeing what they did. So what nobody waits for may lose a race: that shows at the commit.
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
