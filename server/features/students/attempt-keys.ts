import type { Db } from '../../platform/database/db.ts'
import { subjectOf } from '../../platform/sessions/session.ts'
import { accountsOf } from '../identity/public.ts'

/** Under which keys wrong tries to sign in as a student are counted: theirs, and their accounts'. */
export async function findAttemptKeys(db: Db, student: string): Promise<string[]> {
  const accounts = await accountsOf(db, student)
  return [subjectOf('student', student), ...accounts.map((openId) => `openid ${openId}`)]
}
