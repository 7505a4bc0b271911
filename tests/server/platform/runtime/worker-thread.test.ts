import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorkerThread } from '#server/platform/worker-thread'

let folder = ''
let from = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'baodao-thread-'))
  from = pathToFileURL(join(folder, 'caller.ts')).href
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'tells.ts'),
    `import { parentPort, workerData } from 'node:worker_threads'
    const said: unknown = { workerData, env: { ...process.env } }
    parentPort?.postMessage(said)`,
  )
  writeFileSync(join(folder, 'fails.ts'), `throw new Error('odd')`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a worker thread gets its input, and no environment or arguments of the process', async () => {
  const thread = startWorkerThread(from, 'tells', { beginning: { pages: 3 }, memoryMb: 96 })
  expect(thread.resourceLimits?.maxOldGenerationSizeMb).toBe(96)
  const [said] = await once(thread, 'message')
  expect(said).toEqual({ workerData: { pages: 3 }, env: { NODE_ENV: 'production' } })
  await thread.terminate()
})

test('a failed worker thread ends only itself, and does not keep the process alive', async () => {
  const holding = () => process.getActiveResourcesInfo().filter((one) => /Worker|Message/.test(one))
  const before = holding()
  const thread = startWorkerThread(from, 'fails', { beginning: undefined, memoryMb: 96 })
  expect(holding()).toEqual(before)
  // Node throws an error event that has no listener, so one must be left.
  expect(thread.listenerCount('error')).toBe(1)
  expect(await new Promise((resolve) => thread.once('exit', resolve))).toBe(1)
})
