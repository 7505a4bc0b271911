import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { waitForResult, type Workspace } from '../drills/support/workspace.ts'

/** How many browsers show figures. */
export const DASHBOARDS = 50

/** What the process of the office is told. */
export const OfficeTask = v.object({
  address: v.string(),
  seconds: v.number(),
  /** The file into which the result is written at the end. */
  file: v.string(),
})

/** What the process of the office has seen. */
export const OfficeResult = v.object({
  /**
   * The arrivals that a dashboard showed, and until when (epoch, ms): until the next answer came.
   */
  answers: v.array(v.object({ arrived: v.number(), until: v.number() })),
  /** Different events that the receiver was told of. */
  events: v.number(),
  badSignatures: v.number(),
  failures: v.number(),
  lines: v.array(v.string()),
})
/** What the process of the office has seen. */
export type OfficeResult = v.InferOutput<typeof OfficeResult>

/** The office, as a process of its own, so that its work does not delay the scans. */
export interface OfficeCrowd {
  readonly pid: number
  /** Resolves when the office has opened its pages. */
  readonly ready: Promise<unknown>
  /** End the process, and read what it has seen. */
  readonly finish: () => Promise<OfficeResult>
}

/** Start the office. */
export function startOfficeCrowd(
  place: Workspace,
  { address, seconds }: { address: string; seconds: number },
): OfficeCrowd {
  const file = join(place.folder, 'office.json')
  const task: v.InferOutput<typeof OfficeTask> = { address, seconds, file }
  const program = join(import.meta.dirname, 'office-crowd.ts')
  const running = place.run(process.execPath, ['--import', 'tsx', program], {
    env: { OFFICE_TASK: JSON.stringify(task) },
  })
  return {
    pid: running.child.pid ?? 0,
    ready: waitForResult('the office is there', () => {
      if (!running.isAlive()) throw new Error(`the office ended: ${running.output()}`)
      return running.output().includes('ready')
    }),
    finish: async () => {
      await running.stop('SIGTERM')
      if ((await running.ended) !== 0) throw new Error(`the office failed: ${running.output()}`)
      return v.parse(OfficeResult, JSON.parse(readFileSync(file, 'utf8')))
    },
  }
}
