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

// `newStatus` '0' or 0 means not done, everything else done (FLOW-08).
const done = lazyCodec<boolean>({
  decode: () => v.pipe(v.nullish(v.union([v.string(), v.number()]), '0'), v.transform(isStepDone)),
  encode: toFlagText,
  schema: () => v.boolean(),
})

/**
 * The requirements' `okflag`: `newStatus` '0' or 0 means not done, everything else done (FLOW-08).
 */
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
  /** The step's number; steps are sorted by it numerically (D-32). */
  id: key('processId', wholeNumber),
  /** The position, if steps are not sorted by number; absent on other backends. */
  order: optionalKey('orderNum', wholeNumber),
  title: key('moduleName', text()),
  page: key('urlName', text()),
  skippable: key('skip', skippable),
  done: key('newStatus', done),
  /** When the university marked it as done, ISO instant; absent on other backends. */
  doneAt: optionalKey('finishTime', text()),
})
/** A numbered step of the onboarding flow. */
export type OnboardingStep = CodecValue<typeof OnboardingStep>

const StepCompletion = record({ student: key('stuCode', text()), step: key('processId', text()) })
/** The completion of one step by one student. */
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
  /** Marks a step as not done (own steps only, D-34). */
  reopen: defineWrite({
    path: '/api/proces/deleteStatus',
    who: 'student',
    input: StepCompletion,
    output: record({}),
    rule: resultsTrue,
  }),
  /** Marks a step as done (D-34). Queued, because in the outbox it waits for the uniform form. */
  complete: defineQueuedWrite({
    path: '/api/NewReports/addStatus',
    who: 'student',
    form: 'step',
    input: StepCompletion,
    output: record({}),
    rule: resultsTrue,
  }),
}

/** The queued form of a step's completion, sent after the form that it belongs to. */
export const stepForm: QueuedForm<StepCompletion> = {
  name: 'step',
  schemaVersion: 1,
  payload: StepCompletion,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  add: onboarding.complete,
}
