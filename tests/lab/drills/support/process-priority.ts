import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Let a process have what the others leave over of the machine's time, as if it ran on a host of
 * its own: what campuses share is measured, and that is PgBouncer and PostgreSQL.
 */
export function lowerPriority(pid: number): void {
  isScheduled(pid, '--other', '0')
  for (const thread of readdirSync(`/proc/${pid}/task`))
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
}

/**
 * Let processes go before everybody else on the machine, so that its other work does not blur what
 * is measured. Answers whether this user may.
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
