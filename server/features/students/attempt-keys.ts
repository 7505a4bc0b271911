import type { Db } from '../../platform/database/db.ts'
import { getSubjectOfCaller } from '../../platform/sessions/session.ts'
import { listBoundMessagingAccounts } from '../identity/public.ts'

/**
 * Finds the keys by which the failed sign-ins of a student, and those of the student's messaging
 * accounts, are counted.
 */
export async function findAttemptKeys(db: Db, student: string): Promise<string[]> {
  const accounts = await listBoundMessagingAccounts(db, student)
  return [getSubjectOfCaller('student', student), ...accounts.map((openId) => `openid ${openId}`)]
}
