import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Give a process only the CPU time that others leave, as if it ran on a host of its own. Only what
 * campuses share, which is PgBouncer and PostgreSQL, is to be measured.
 */
export function lowerPriority(pid: number): void {
  isScheduled(pid, '--other', '0')
  for (const thread of readdirSync(`/proc/${pid}/task`))
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
}

/**
 * Give processes priority over all other work on the machine, so that this work does not affect the
 * measurement. Returns whether this user is allowed to.
 */
export const raisePriority = (pids: readonly number[]): boolean =>
  pids.every((pid) => isScheduled(pid, '--rr', '1'))

function isScheduled(pid: number, policy: '--other' | '--rr', priority: string): boolean {
  try {
    execFileSync('chrt', ['--all-tasks', policy, '--pid', priority, String(pid)], {
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
