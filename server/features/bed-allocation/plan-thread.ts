import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { planBeds, PlanInput } from './plan-beds.ts'

// The worker thread that plans an allocation. A thread of its own is needed, because the solver
// blocks the thread it runs in for seconds.
parentPort?.postMessage(await planBeds(v.parse(PlanInput, workerData)))
