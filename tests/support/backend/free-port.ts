import { once } from 'node:events'
import { createServer } from 'node:net'

// These ports lie below those that the operating system assigns. A port that a test closes for a
// while is therefore not assigned to another program. Each test worker has a range of ports, and
// uses them one after the other.
const LOWEST = 20_000
const OF_A_WORKER = 3000
const first = LOWEST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * OF_A_WORKER
let at = Math.floor(Math.random() * OF_A_WORKER)

/** A free port that the operating system does not assign to other programs. */
export async function findFreePort(): Promise<number> {
  at = (at + 1) % OF_A_WORKER
  const port = first + at
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return findFreePort()
  }
  await once(probe.close(), 'close')
  return port
}
