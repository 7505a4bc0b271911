import { readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/** What processes took of the machine, from `watch` on. */
export interface Watch {
  /** For each: the part of one core that it had, and the most memory that it ever held, MB. */
  readonly read: () => { readonly name: string; readonly cores: number; readonly mostMb: number }[]
}

/** Watch processes, each with those that it has started. */
export function watch(processes: readonly { name: string; pid: number }[]): Watch {
  const begun = performance.now()
  const before = processes.map(({ pid }) => secondsOf(pid))
  return {
    read: () => {
      const seconds = (performance.now() - begun) / 1000
      return processes.map(({ name, pid }, at) => ({
        name,
        cores: (secondsOf(pid) - (before[at] ?? 0)) / seconds,
        mostMb: mostMbOf(pid),
      }))
    },
  }
}

/** The most memory that a process ever held, MB. */
export function mostMbOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(told(pid, 'status')) ?? []
  return Number(kb) / 1024
}

// Its own, and its children's as far as they have ended; those that live count by themselves.
function secondsOf(pid: number): number {
  const fields = told(pid, 'stat').split(') ')[1]?.split(' ') ?? []
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  const children = told(pid, `task/${pid}/children`).split(' ').filter(Boolean)
  return children.reduce((sum, child) => sum + secondsOf(Number(child)), ticks / TICKS_A_SECOND)
}

function told(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}
