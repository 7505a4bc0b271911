import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Backend, startBackend } from '#tests/support/backend/backend.ts'
import { createRealCampus } from '#tests/support/offline/campus-under-test.ts'
import { type OfflineEvent, offlineEventRuns } from '#tests/support/offline/offline-events.ts'
import { runOfflineEvents } from '#tests/support/offline/offline-run.ts'
import {
  PROPERTY_TIMEOUT_MS,
  type Property,
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  runProperty,
} from '#tests/support/properties/property-run.ts'

describe('the outbox under any order of faults', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
  })
  afterAll(() => backend.close())

  test(
    'in any sequence of faults, no submission of the outbox is lost, takes effect twice, is sent as another person or is shown as sent too early, and no completion mark is sent before its form [OFF-10 OFF-11 OFF-12 OFF-13 OFF-15 OFF-16 OFF-17 OFF-20 OFF-26 FLOW-15]',
    async () => {
      const testedProperty: Property<OfflineEvent[]> = {
        name: 'outbox',
        runs: offlineEventRuns,
        describeRun: (events) => events.map(formatTraceRow),
        check: (events, witness) => runOfflineEvents(createRealCampus(backend), events, witness),
      }
      await runProperty(testedProperty)
    },
    PROPERTY_TIMEOUT_MS,
  )
})
