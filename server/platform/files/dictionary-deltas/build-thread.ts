import { workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { buildDeltas } from './build.ts'

// A thread of its own: packing holds up whoever waits beside it.
const { appDir, filesDir } = v.parse(
  v.object({ appDir: v.string(), filesDir: v.string() }),
  workerData,
)
await buildDeltas({ appDir, filesDir })
