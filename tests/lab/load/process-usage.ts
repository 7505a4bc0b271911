import { readFileSync, writeFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** What processes took of the machine, from `watch` on. */
export interface UsageWatch {
  /** For each: the part of one core that it had, and the most memory that it held, MB. */
  readonly read: () => { readonly name: string; readonly cores: number; readonly mostMb: number }[]
}

/** A process; `family`: with those that it has started. */
export interface WatchedProcess {
  readonly name: string
  readonly pid: number
  readonly includesChildren?: true
}

/** Watch processes. */
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

// What it took to start is no part of what is watched. Of a process of somebody else all counts.
function forgetMost(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The figure is then higher, not lower.
  }
}

/** The most memory that a process held since it was first watched, MB. */
function mostMbOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(told(pid, 'status')) ?? []
  return Number(kb) / 1024
}

function secondsOf({
  pid,
  includesChildren,
}: Pick<WatchedProcess, 'pid' | 'includesChildren'>): number {
  const fields = told(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  // Of those that it has started and that have ended, the system keeps the sum.
  const [own = 0, ownSystem = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const seconds = (own + ownSystem) / TICKS_A_SECOND
  if (includesChildren !== true) return seconds
  return childProcessIdsOf(pid).reduce(
    (sum, child) => sum + secondsOf({ pid: child, includesChildren }),
    seconds + (ended + endedSystem) / TICKS_A_SECOND,
  )
}

/** The processes that this one has started. */
export const childProcessIdsOf = (pid: number): number[] =>
  told(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)

function told(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
