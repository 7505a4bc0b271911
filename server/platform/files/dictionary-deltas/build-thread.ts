import { workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { buildDeltas } from './build.ts'

// The worker thread that compresses deltas. A thread of its own is needed, because compression
// blocks the thread it runs in.
const { appDir, filesDir } = v.parse(
  v.object({ appDir: v.string(), filesDir: v.string() }),
  workerData,
)
await buildDeltas({ appDir, filesDir })
