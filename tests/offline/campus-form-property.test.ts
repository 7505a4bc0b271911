import { afterAll, beforeAll, describe, test } from 'vitest'
import { type Backend, startBackend } from '#tests/support/backend/backend.ts'
import {
  type FormPhoneEvent,
  formPhoneRuns,
  runFormPhones,
} from '#tests/support/offline/form-phone-run.ts'
import {
  formatTraceRow,
  GENEROUS_DATABASE_TIMEOUTS,
  type Property,
  PROPERTY_TIMEOUT_MS,
  runProperty,
} from '#tests/support/properties/property-run.ts'

describe('fifty phones that fill in a form of the campus', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startBackend(GENEROUS_DATABASE_TIMEOUTS)
  })
  afterAll(() => backend.close())

  test(
    'when fifty phones fill in a campus form with files offline, under faults and while versions are published, no answers are lost or count twice, each can be read in its version, and each file is the one that was picked',
    async () => {
      const testedProperty: Property<readonly FormPhoneEvent[][]> = {
        name: 'campus-forms',
        runs: formPhoneRuns,
        describeRun: (phones) =>
          phones.flatMap((events, at) => events.map((one) => `${at}  ${formatTraceRow(one)}`)),
        check: (phones, recorder) => runFormPhones(backend, phones, recorder),
      }
      await runProperty(testedProperty)
    },
    PROPERTY_TIMEOUT_MS,
  )
})
