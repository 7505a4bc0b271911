import { readFileSync, writeFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** The resources that processes have used since `watch` was called. */
export interface UsageWatch {
  /** For each process: how much of a core it used, and its peak memory in MB. */
  readonly read: () => { readonly name: string; readonly cores: number; readonly mostMb: number }[]
}

/** A process. With `family` its child processes are included. */
export interface WatchedProcess {
  readonly name: string
  readonly pid: number
  readonly includesChildren?: true
}

/** Start measuring processes. */
export function watchUsage(processes: readonly WatchedProcess[]): UsageWatch {
  const begun = performance.now()
  for (const { pid } of processes) forgetMost(pid)
  const before = processes.map(secondsOf)
  return {
    read: () => {
      const seconds = (performance.now() - begun) / 1000
      return processes.map((one, at) => ({
        name: one.name,
        cores: (secondsOf(one) - (before[at] ?? 0)) / seconds,
        mostMb: mostMbOf(one.pid),
      }))
    },
  }
}

// Reset the peak, so that the start of the process does not count. For a process of another user
// this is not allowed, and the start counts.
function forgetMost(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The peak is then higher than it should be, not lower.
  }
}

/** The peak memory of a process in MB, since measuring began. */
function mostMbOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(told(pid, 'status')) ?? []
  return Number(kb) / 1024
}

function secondsOf({
  pid,
  includesChildren,
}: Pick<WatchedProcess, 'pid' | 'includesChildren'>): number {
  const fields = told(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  // The system adds up the CPU time of child processes that have ended.
  const [own = 0, ownSystem = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const seconds = (own + ownSystem) / TICKS_A_SECOND
  if (includesChildren !== true) return seconds
  return childProcessIdsOf(pid).reduce(
    (sum, child) => sum + secondsOf({ pid: child, includesChildren }),
    seconds + (ended + endedSystem) / TICKS_A_SECOND,
  )
}

/** The ids of the child processes. */
export const childProcessIdsOf = (pid: number): number[] =>
  told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)

function told(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
