import type { Db } from '../../platform/database/db.ts'
import { subjectOf } from '../../platform/sessions/session.ts'
import { accountsOf } from '../identity/public.ts'

/**
 * Finds the keys under which failed sign-ins of a student and their messaging accounts are counted.
 */
export async function findAttemptKeys(db: Db, student: string): Promise<string[]> {
  const accounts = await accountsOf(db, student)
  return [subjectOf('student', student), ...accounts.map((openId) => `openid ${openId}`)]
}
