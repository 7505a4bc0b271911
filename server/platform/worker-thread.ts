import { Worker } from 'node:worker_threads'

// Beside the bundle lies the bundled program; from sources it is read as they are, which a thread has
// to be told.
const isSource = import.meta.url.endsWith('.ts')

/**
 * Start a program in a thread of its own. It knows nothing of the process but `beginning`, keeps
 * nobody from leaving, and ends nothing but itself when it fails.
 *
 * @param from Where the caller is, its `import.meta.url`; the program lies beside it.
 * @param name The program's file, without its ending.
 */
export function startWorkerThread(
  from: string,
  name: string,
  { beginning, memoryMb }: { beginning: unknown; memoryMb: number },
): Worker {
  const program = new URL(`${name}.${isSource ? 'ts' : 'js'}`, from)
  const fromSource = `import('tsx/esm/api').then(({ register }) => (register(), import('${program.href}')))`
  const thread = new Worker(isSource ? fromSource : program, {
    eval: isSource,
    workerData: beginning,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: { NODE_ENV: 'production' },
  })
  thread.unref()
  // Who waits for it hears of it too; without a listener it would end the server.
  thread.on('error', () => undefined)
  return thread
}
