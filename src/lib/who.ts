import { currentSession } from './session.ts'

/** Who asks, in the two spellings of calls that both students and staff make. */
export function whoAsks(): {
  readonly student: string | undefined
  readonly staff: string | undefined
} {
  const session = currentSession()
  const is = (role: 'student' | 'staff') =>
    session?.person.role === role ? session.subject : undefined
  return { student: is('student'), staff: is('staff') }
}
