import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that a system gives to who asks for any: what is free here stays free until the test
// listens there, also if it closes for a while, however many others open something meanwhile.
const [LOWEST, HIGHEST] = [20_000, 32_000]

/** A port that nobody listens on, and that nobody is given who asks for any. */
export async function freePort(): Promise<number> {
  const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return freePort()
  }
  await once(probe.close(), 'close')
  return port
}
