import { once } from 'node:events'
import * as v from 'valibot'
import { startWorkerThread } from '../../platform/worker-thread.ts'
import { BedPlan, type PlanInput } from './plan-beds.ts'

const MEMORY_MB = 512

let isPlanning = false

/**
 * Plans an allocation in a worker thread. Resolves to undefined if this process is planning another
 * one. Rejects if the thread fails.
 */
export async function planInThread(input: PlanInput): Promise<BedPlan | undefined> {
  if (isPlanning) return undefined
  isPlanning = true
  try {
    const thread = startWorkerThread(import.meta.url, 'plan-thread', {
      beginning: input,
      memoryMb: MEMORY_MB,
    })
    // `once` rejects when the thread reports an error.
    const [plan]: unknown[] = await once(thread, 'message')
    await thread.terminate()
    return v.parse(BedPlan, plan)
  } finally {
    isPlanning = false
  }
}
