import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../../../support/backend/free-port.ts'

const MAX_LOG_CHARACTERS = 12_000
const STOP_MS = 45_000
const LAST_PROGRAMS = 8

/** A program that a drill runs. */
export interface RunningProgram {
  readonly child: ChildProcess
  /** Resolves to the exit code, or to null if a signal ended the program. */
  readonly ended: Promise<number | null>
  readonly isAlive: () => boolean
  /** The last part of the output. */
  readonly output: () => string
  /** Send SIGTERM or another signal, and wait until the program has ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/**
 * The environment of a drill: a folder and ports of its own, and programs that are stopped with it.
 */
export interface Workspace {
  /** The folder of the drill, which every user can enter. */
  readonly folder: string
  readonly port: () => Promise<number>
  /** Print a line for the person who watches the drill. */
  readonly print: (line: string) => void
  readonly run: (program: string, args: readonly string[], options?: Options) => RunningProgram
  /** Register work for the end of the drill. The last registered work runs first. */
  readonly onClose: (work: () => Promise<void> | void) => void
  /** The last output of the programs, for a drill that failed. */
  readonly lastOutput: () => string[]
  readonly close: () => Promise<void>
}

interface Options {
  readonly env?: Record<string, string>
  readonly uid?: number
  readonly gid?: number
  readonly cwd?: string
  /** Discard the program's standard output, because reading it takes time. */
  readonly quiet?: boolean
  /**
   * Run the program in a process group of its own, so that everything it starts can be killed with
   * it.
   */
  readonly detached?: boolean
}

/** Create a workspace below the temporary folder. */
export function openWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'baodao-drill-'))
  chmodSync(folder, 0o755)
  const ends: (() => Promise<void> | void)[] = []
  const programs: { name: string; said: () => string }[] = []
  const begun = Date.now()
  return {
    folder,
    port: findFreePort,
    print: (line) =>
      void process.stdout.write(
        `${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} ${line}\n`,
      ),
    run: (program, args, options = {}) => {
      const running = start(program, args, options)
      programs.push({ name: `${program} ${args.slice(0, 2).join(' ')}`, said: running.output })
      ends.push(() => running.stop('SIGKILL'))
      return running
    },
    onClose: (work) => void ends.push(work),
    lastOutput: () =>
      programs
        .slice(-LAST_PROGRAMS)
        .map(({ name, said }) => `--- ${name}\n${said().split('\n').slice(-8).join('\n')}`),
    close: async () => {
      for (const end of ends.splice(0).toReversed())
        try {
          await end()
        } catch (error) {
          process.stderr.write(`${String(error)}\n`)
        }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function start(
  program: string,
  args: readonly string[],
  { env, quiet = false, ...options }: Options,
): RunningProgram {
  const child = spawn(program, [...args], {
    ...options,
    env: { PATH: `/usr/sbin:${process.env['PATH'] ?? ''}`, ...env },
    stdio: ['ignore', quiet ? 'ignore' : 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => (said = `${said}${String(data)}`.slice(-MAX_LOG_CHARACTERS)))
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve)
    child.on('error', (error) => {
      said += error.message
      resolve(127)
    })
  })
  const isAlive = () =>
    child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    child,
    ended,
    isAlive,
    output: () => said,
    stop: async (signal = 'SIGTERM') => {
      if (isAlive()) child.kill(signal)
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(late)
    },
  }
}

/**
 * Wait until `check` returns something other than undefined or false. Fails with `what` after a
 * timeout.
 */
export async function waitForResult<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  { patienceMs = 60_000, everyMs = 50 } = {},
): Promise<T> {
  const until = Date.now() + patienceMs
  for (;;) {
    const answer = await check()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > until) throw new Error(`not within ${patienceMs} ms: ${what}`)
    await pause(everyMs)
  }
}
