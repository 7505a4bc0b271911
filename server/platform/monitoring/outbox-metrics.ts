import { Counter, Histogram, type Registry } from 'prom-client'
import { CAMPUS_FORM } from '#contract/campus-form-submission'
import { queuedForms } from '#contract/forms'
import { type SubmissionOutcome, REFUSAL_REASONS } from './submission-outcome.ts'

/** A submission as the server observed it. */
export interface ObservedSubmission {
  readonly form: string
  readonly outcome: SubmissionOutcome
  /** The age of the payload, seconds; undefined if the phone sent no age or an impossible one. */
  readonly age: number | undefined
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * Counts the submissions of outboxes: accepted submissions, replayed submissions, and refused
 * submissions by reason. Also measures the age of payloads on arrival.
 */
export function registerSubmissionMetrics(registry: Registry): (met: ObservedSubmission) => void {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames: ['form' as const, ...labelNames], registers })
  const arrivals = counter('outbox_arrivals_total', 'Submissions that were taken, by form')
  const replays = counter(
    'outbox_replays_total',
    'Submissions that came again and got the first answer, by form',
  )
  const refusals = counter(
    'outbox_refusals_total',
    'Submissions that were not taken, by form and reason',
    'reason',
  )
  const untold = counter(
    'outbox_words_untold_total',
    'Arrivals whose phone did not say how old the words are, by form',
  )
  const ages = new Histogram({
    name: 'outbox_words_age_seconds',
    help: 'How old the words of arrivals are by the clock of their phone, by form',
    labelNames: ['form'],
    buckets: [
      2,
      10,
      MINUTE,
      5 * MINUTE,
      15 * MINUTE,
      HOUR,
      6 * HOUR,
      DAY,
      3 * DAY,
      7 * DAY,
      14 * DAY,
    ],
    registers,
  })
  // Counters start at 0, because the rate of a missing series is undefined.
  for (const form of [...Object.keys(queuedForms), CAMPUS_FORM]) {
    for (const one of [arrivals, replays, untold]) one.inc({ form }, 0)
    for (const reason of REFUSAL_REASONS) refusals.inc({ form, reason }, 0)
    ages.zero({ form })
  }
  return ({ form, outcome, age }) => {
    switch (outcome.type) {
      case 'arrived':
        arrivals.inc({ form })
        if (age === undefined) untold.inc({ form })
        else ages.observe({ form }, age)
        return
      case 'replayed':
        return replays.inc({ form })
      case 'refused':
        return refusals.inc({ form, reason: outcome.reason })
    }
  }
}
