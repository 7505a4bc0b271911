import * as fc from 'fast-check'
import type { SendTrigger } from '#offline/drain/schedule'
import { FORMS_OF_FIRST_DAY, type FormName } from '../backend/four-forms.ts'
import { type FetchFault, FETCH_FAULTS } from '../fakes/faulty-fetch.ts'
import { type IndexedDbFault, INDEXEDDB_FAULTS } from './failing-indexeddb.ts'

/**
 * The operation of the disk that fails, counted from the beginning of an event, and how it fails.
 */
export interface FailingOperation {
  readonly at: number
  readonly how: IndexedDbFault
}

/** What can happen to a phone without a reliable network. */
export type OfflineEvent =
  | {
      readonly type: 'submit'
      readonly form: FormName
      readonly tab: number
      readonly words: number
      readonly looked: boolean
      readonly disk: FailingOperation | null
    }
  | {
      readonly type: 'round'
      readonly tab: number
      readonly trigger: SendTrigger
      readonly faults: readonly FetchFault[]
      readonly lifespan: number | null
      readonly disk: FailingOperation | null
    }
  /**
   * Another sender takes the lease at one of the moments of a sending attempt, and sends itself.
   */
  | {
      readonly type: 'robbed'
      readonly moment: number
      readonly faults: readonly FetchFault[]
      readonly locked: boolean
    }
  /**
   * Two tabs send at the same time, in the order of `choices`. A `bold` tab takes the lease of the
   * other.
   */
  | {
      readonly type: 'two at once'
      readonly faults: readonly FetchFault[]
      readonly choices: readonly number[]
      readonly bold: boolean
    }
  | { readonly type: 'wait'; readonly seconds: number }
  | { readonly type: 'clock jumps'; readonly hours: number }
  | { readonly type: 'the office writes'; readonly form: FormName; readonly words: number }
  | { readonly type: 'token ends' }
  | { readonly type: 'somebody else binds' }
  | { readonly type: 'bind again' }

const tab = fc.integer({ min: 0, max: 1 })
const payloadNumber = fc.integer({ min: 0, max: 5 })
// Travel is the most frequent form, so that submissions of one form meet. The uniform follows,
// which has the mark of a step depending on it.
const form: fc.Arbitrary<FormName> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('travel' as const) },
  { weight: 2, arbitrary: fc.constant('uniform' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...FORMS_OF_FIRST_DAY) },
)
const faults = fc.array(fc.constantFrom(...FETCH_FAULTS, 'refused' as const, 'refused' as const), {
  maxLength: 8,
})
const disk = fc.option(fc.record({ at: fc.nat(60), how: fc.constantFrom(...INDEXEDDB_FAULTS) }), {
  freq: 4,
})
const event: fc.Arbitrary<OfflineEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('submit' as const),
      form,
      tab,
      words: payloadNumber,
      looked: fc.boolean(),
      disk,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('round' as const),
      tab,
      trigger: fc.constantFrom<SendTrigger>('schedule', 'reachable', 'manual'),
      faults,
      lifespan: fc.option(fc.integer({ min: 0, max: 24 })),
      disk,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('robbed' as const),
      moment: fc.nat(20),
      faults,
      locked: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('two at once' as const),
      faults,
      choices: fc.array(fc.nat(1), { maxLength: 12 }),
      bold: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.integer({ min: 1, max: 400 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('clock jumps' as const),
      hours: fc.integer({ min: -48, max: 48 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('the office writes' as const),
      form,
      words: payloadNumber,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'token ends' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'somebody else binds' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'bind again' as const }) },
)

/** The events of some days without a reliable network. */
export const offlineEventRuns = fc.array(event, { minLength: 3, maxLength: 25 })
