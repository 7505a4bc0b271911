import { Worker } from 'node:worker_threads'

// Whether this module runs from its TypeScript sources. A thread then needs the tsx loader to run
// TypeScript. In a bundle, the thread's program is a JavaScript file next to this file.
const isSource = import.meta.url.endsWith('.ts')

/**
 * Starts a program in a worker thread. The thread gets `beginning` as its only data. It does not
 * keep the process alive, and its failure does not end the process.
 *
 * @param from The caller's `import.meta.url`; the program is in the same folder.
 * @param name The program's file name without its extension.
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
  // Callers add their own listeners. Without this listener, an 'error' event would end the server
  // when no caller listens.
  thread.on('error', () => undefined)
  return thread
}
