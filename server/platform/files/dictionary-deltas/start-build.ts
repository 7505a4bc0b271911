import { startWorkerThread } from '../../worker-thread.ts'

const MEMORY_MB = 128

/** Make the differences of this release to those before it, beside the requests. */
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
