import type { Db } from './database.ts'

const races = new Set<string>()

/**
 * Name a rule of the tables that is broken only by who was slower: what it counts was looked at
 * before, and somebody else has committed since.
 */
export const race = (constraint: string): void => void races.add(constraint)

/**
 * Work in a transaction; where somebody else was faster nothing of it counts, and it is done anew,
 * seeing what they did. So what nobody waits for may lose a race: that shows at the commit.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isLost(error)) throw error
    }
}

const isLost = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && races.has(String(error.constraint))
