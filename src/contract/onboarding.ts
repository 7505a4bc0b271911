import * as v from 'valibot'
import { queuedWrite, read, write } from './call.ts'
import { key, late, list, maybeKey, oneOrNought, record, text, type Value, whole } from './codec.ts'
import type { QueuedForm } from './form.ts'
import { present, resultsTrue } from './rules.ts'

// newStatus '0' or 0 is not done, everything else is done (FLOW-08).
const done = late<boolean>({
  decode: () => v.pipe(v.nullish(v.union([v.string(), v.number()]), '0'), v.transform(isDone)),
  encode: oneOrNought,
  schema: () => v.boolean(),
})

/** The requirements' okflag: newStatus '0' or 0 is not done, else done (FLOW-08). */
export function isDone(newStatus: string | number): boolean {
  return String(newStatus) !== '0'
}

const skippable = late<boolean>({
  decode: () =>
    v.pipe(
      v.nullish(v.union([v.string(), v.number()]), '0'),
      v.transform((wire) => String(wire) === '1'),
    ),
  encode: oneOrNought,
  schema: () => v.boolean(),
})

const Step = record({
  /** The sort; steps are ordered by it as a number (D-32). */
  id: key('processId', whole),
  /** Where it stands, where that is not by its number; absent on other backends. */
  order: maybeKey('orderNum', whole),
  title: key('moduleName', text()),
  page: key('urlName', text()),
  skippable: key('skip', skippable),
  done: key('newStatus', done),
  /** When the university marked it, ISO instant; absent on other backends. */
  doneAt: maybeKey('finishTime', text()),
})
/** A numbered step of the onboarding flow. */
export type Step = Value<typeof Step>

const OneStep = record({ student: key('stuCode', text()), step: key('processId', text()) })
/** One step of one student. */
export type OneStep = Value<typeof OneStep>

/** The page names of the two payment steps that continuing students see (D-35). */
export const PAYMENT_STEPS = ['onlinefee', 'checkin'] as const

/** The onboarding flow (FLOW). */
export const onboarding = {
  steps: read({
    path: '/api/proces/findProcess',
    who: 'student',
    offline: 'kept',
    input: record({ student: key('stuCode', text()), enrolment: key('enrollType', text()) }),
    output: record({ steps: key('results', list(Step)) }),
    rule: present('results'),
  }),
  /** Take a step's completion back (own steps only, D-34). */
  reopen: write({
    path: '/api/proces/deleteStatus',
    who: 'student',
    input: OneStep,
    output: record({}),
    rule: resultsTrue,
  }),
  /**
   * Mark a step complete (D-34). It waits behind the uniform in the outbox, so it is queued too.
   */
  complete: queuedWrite({
    path: '/api/NewReports/addStatus',
    who: 'student',
    form: 'step',
    input: OneStep,
    output: record({}),
    rule: resultsTrue,
  }),
}

/** A step's completion as the outbox knows it: it follows the form that it belongs to. */
export const stepForm: QueuedForm<OneStep> = {
  name: 'step',
  schemaVersion: 1,
  payload: OneStep,
  upcasters: {},
  after: [],
  replaces: false,
  add: onboarding.complete,
}
