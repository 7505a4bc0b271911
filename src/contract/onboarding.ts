import * as v from 'valibot'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import {
  key,
  lazyCodec,
  list,
  optionalKey,
  toFlagText,
  record,
  text,
  type CodecValue,
  wholeNumber,
} from './codec.ts'
import type { QueuedForm } from './queued-form.ts'
import { keyPresentRule, resultsTrue } from './rules.ts'

// newStatus '0' or 0 is not done, everything else is done (FLOW-08).
const done = lazyCodec<boolean>({
  decode: () => v.pipe(v.nullish(v.union([v.string(), v.number()]), '0'), v.transform(isStepDone)),
  encode: toFlagText,
  schema: () => v.boolean(),
})

/** The requirements' okflag: newStatus '0' or 0 is not done, else done (FLOW-08). */
export function isStepDone(newStatus: string | number): boolean {
  return String(newStatus) !== '0'
}

const skippable = lazyCodec<boolean>({
  decode: () =>
    v.pipe(
      v.nullish(v.union([v.string(), v.number()]), '0'),
      v.transform((wire) => String(wire) === '1'),
    ),
  encode: toFlagText,
  schema: () => v.boolean(),
})

const OnboardingStep = record({
  /** The sort; steps are ordered by it as a number (D-32). */
  id: key('processId', wholeNumber),
  /** Where it stands, where that is not by its number; absent on other backends. */
  order: optionalKey('orderNum', wholeNumber),
  title: key('moduleName', text()),
  page: key('urlName', text()),
  skippable: key('skip', skippable),
  done: key('newStatus', done),
  /** When the university marked it, ISO instant; absent on other backends. */
  doneAt: optionalKey('finishTime', text()),
})
/** A numbered step of the onboarding flow. */
export type OnboardingStep = CodecValue<typeof OnboardingStep>

const StepCompletion = record({ student: key('stuCode', text()), step: key('processId', text()) })
/** One step of one student. */
export type StepCompletion = CodecValue<typeof StepCompletion>

/** The page names of the two payment steps that continuing students see (D-35). */
export const PAYMENT_STEPS = ['onlinefee', 'checkin'] as const

/** The onboarding flow (FLOW). */
export const onboarding = {
  steps: defineRead({
    path: '/api/proces/findProcess',
    who: 'student',
    offline: 'cached',
    input: record({ student: key('stuCode', text()), enrolment: key('enrollType', text()) }),
    output: record({ steps: key('results', list(OnboardingStep)) }),
    rule: keyPresentRule('results'),
  }),
  /** Take a step's completion back (own steps only, D-34). */
  reopen: defineWrite({
    path: '/api/proces/deleteStatus',
    who: 'student',
    input: StepCompletion,
    output: record({}),
    rule: resultsTrue,
  }),
  /**
   * Mark a step complete (D-34). It waits behind the uniform in the outbox, so it is queued too.
   */
  complete: defineQueuedWrite({
    path: '/api/NewReports/addStatus',
    who: 'student',
    form: 'step',
    input: StepCompletion,
    output: record({}),
    rule: resultsTrue,
  }),
}

/** A step's completion as the outbox knows it: it follows the form that it belongs to. */
export const stepForm: QueuedForm<StepCompletion> = {
  name: 'step',
  schemaVersion: 1,
  payload: StepCompletion,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  add: onboarding.complete,
}
