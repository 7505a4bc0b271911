import { startWorkerThread } from '../../worker-thread.ts'

const MEMORY_MB = 128

/** Starts building the deltas of this release against earlier ones, in a worker thread. */
export function startDeltaBuild(
  { appDir, filesDir }: { appDir: string; filesDir: string },
  onFault: (error: unknown) => void,
): void {
  const thread = startWorkerThread(import.meta.url, 'build-thread', {
    beginning: { appDir, filesDir },
    memoryMb: MEMORY_MB,
  })
  thread.on('error', onFault)
}
