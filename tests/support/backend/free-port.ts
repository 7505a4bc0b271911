import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that a system gives to who asks for any: what a test closes for a while stays its own,
// however many others open something meanwhile. Each worker of the tests has ports of its own, and
// takes them one after the other.
const LOWEST = 20_000
const OF_A_WORKER = 3000
const first = LOWEST + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 4) * OF_A_WORKER
let at = Math.floor(Math.random() * OF_A_WORKER)

/** A port that nobody listens on, and that nobody is given who asks for any. */
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
