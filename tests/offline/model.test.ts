import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Backend, startBackend } from '#tests/support/backend.ts'
import { realCampus } from '#tests/support/campus.ts'
import { LAW_MS, type Law, row, UNHURRIED, uphold } from '#tests/support/law.ts'
import { type TunnelEvent, tunnelHistories } from '#tests/support/tunnel-events.ts'
import { liveInTunnel } from '#tests/support/tunnel-life.ts'

describe('the promise, under any order of faults', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend(UNHURRIED)
  })
  afterAll(() => backend.close())

  test(
    'never lost, never twice, never as someone else, never "sent" too early, no mark before its form [OFF-10 OFF-11 OFF-12 OFF-13 OFF-15 OFF-16 OFF-17 OFF-20 OFF-26 FLOW-15]',
    async () => {
      const law: Law<TunnelEvent[]> = {
        name: 'outbox',
        histories: tunnelHistories,
        tell: (events) => events.map(row),
        holds: (events, witness) => liveInTunnel(realCampus(backend), events, witness),
      }
      await uphold(law)
    },
    LAW_MS,
  )
})
