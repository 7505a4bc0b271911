import * as v from 'valibot'
import { defineQueuedWrite, defineRead, defineWrite } from './call.ts'
import {
  requiredKey,
  lazyCodec,
  listCodec,
  optionalKey,
  encodeBooleanText,
  recordCodec,
  textCodec,
  type CodecValue,
  wholeNumberCodec,
} from './codec.ts'
import type { QueuedForm } from './queued-form.ts'
import { acceptIfKeyPresent, acceptIfResultsTrue } from './rules.ts'

// A missing `newStatus` means not done, as '0' does (FLOW-08).
const done = lazyCodec<boolean>({
  decode: () => v.pipe(v.nullish(v.union([v.string(), v.number()]), '0'), v.transform(isStepDone)),
  encode: encodeBooleanText,
  schema: () => v.boolean(),
})

/**
 * Whether a step is done, which the requirements call `okflag`. The value '0' or 0 of `newStatus`
 * means not done, any other value means done (FLOW-08).
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
  encode: encodeBooleanText,
  schema: () => v.boolean(),
})

const OnboardingStep = recordCodec({
  /** The step's number; steps are sorted by it numerically (D-32). */
  id: requiredKey('processId', wholeNumberCodec),
  /**
   * The position of the step, if steps are not sorted by their number; absent on other backends.
   */
  order: optionalKey('orderNum', wholeNumberCodec),
  title: requiredKey('moduleName', textCodec()),
  page: requiredKey('urlName', textCodec()),
  skippable: requiredKey('skip', skippable),
  done: requiredKey('newStatus', done),
  /** When the university marked the step as done, ISO instant; absent on other backends. */
  doneAt: optionalKey('finishTime', textCodec()),
  /** The numbers of the steps that have to be done before this one is opened; absent for none. */
  needs: optionalKey('needs', listCodec(wholeNumberCodec)),
})
/** A numbered step of the onboarding flow. */
export type OnboardingStep = CodecValue<typeof OnboardingStep>

const StepCompletion = recordCodec({
  student: requiredKey('stuCode', textCodec()),
  step: requiredKey('processId', textCodec()),
})
/** The completion of one step by one student. */
export type StepCompletion = CodecValue<typeof StepCompletion>

/** The page names of the two payment steps that continuing students see (D-35). */
export const PAYMENT_STEP_PAGES = ['onlinefee', 'checkin'] as const

/** The onboarding flow (FLOW). */
export const onboarding = {
  steps: defineRead({
    path: '/api/proces/findProcess',
    who: 'student',
    offline: 'cached',
    input: recordCodec({
      student: requiredKey('stuCode', textCodec()),
      enrolment: requiredKey('enrollType', textCodec()),
    }),
    output: recordCodec({ steps: requiredKey('results', listCodec(OnboardingStep)) }),
    rule: acceptIfKeyPresent('results'),
  }),
  /** Marks a step as not done; students can only reopen their own steps (D-34). */
  reopen: defineWrite({
    path: '/api/proces/deleteStatus',
    who: 'student',
    input: StepCompletion,
    rule: acceptIfResultsTrue,
  }),
  /**
   * Marks a step as done (D-34). The call is queued, because the mark waits in the outbox until the
   * uniform form is sent.
   */
  complete: defineQueuedWrite({
    path: '/api/NewReports/addStatus',
    who: 'student',
    form: 'step',
    input: StepCompletion,
    output: recordCodec({}),
    rule: acceptIfResultsTrue,
  }),
}

/** The queued form of a step's completion, sent after the form that it belongs to. */
export const stepForm = {
  name: 'step',
  schemaVersion: 1,
  payload: StepCompletion,
  upcasters: {},
  sendAfter: [],
  replaces: false,
  add: onboarding.complete,
} satisfies QueuedForm<StepCompletion>
