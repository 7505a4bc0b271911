import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs `work` as the only process on this machine for this folder. If another process has the lock,
 * calls `onWait` and waits. The lock is a socket that the process listens on: the system closes it
 * when the process ends, no matter how the process ends.
 */
export async function withFolderLock<T>(
  folder: string,
  work: () => Promise<T> | T,
  onWait: () => void,
): Promise<T> {
  const name = nameFor(folder)
  let held = await hold(name)
  if (held === undefined) onWait()
  while (held === undefined) {
    await gone(name)
    held = await hold(name)
  }
  try {
    return await work()
  } finally {
    held()
  }
}

// The name of the socket. On Linux it is an abstract socket without a file. Elsewhere it is a pipe,
// or a file that stays behind if the process is killed.
function nameFor(folder: string): string {
  const hash = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)
  if (process.platform === 'linux') return `\0baodao-build-${hash}`
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\baodao-build-${hash}`
    : join(tmpdir(), `baodao-build-${hash}.sock`)
}

/**
 * Listens on the name: resolves to the function that releases the lock, or undefined if another
 * process has it.
 */
async function hold(name: string): Promise<(() => void) | undefined> {
  const waiting = new Set<Socket>()
  const server: Server = createServer((socket) => waiting.add(socket.on('error', () => {})))
  try {
    await once(server.listen(name), 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return undefined
    throw error
  }
  return () => {
    server.close()
    for (const socket of waiting) socket.destroy()
  }
}

/** Waits until the process that listens on the name has released it. */
function gone(name: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(name)
    socket.on('error', (error) => {
      const nobody = 'code' in error && error.code === 'ECONNREFUSED'
      if (nobody && process.platform === 'darwin') rmSync(name, { force: true })
    })
    socket.on('close', () => resolve())
  })
}
