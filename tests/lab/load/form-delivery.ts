import { setTimeout as pause } from 'node:timers/promises'
import { computeNextAttemptTime, createRetryPauses } from '#offline/drain/schedule'
import type { SendResult, SendOptions } from './sender.ts'

/** The result of sending a form. */
export interface FormDelivery {
  /** How often the phone was told to come later (429, 503). */
  readonly rejectedCount: number
  /** How often there was no answer, or a proxy answered in place of the campus. */
  readonly unansweredCount: number
  /** What was wrong; undefined if the form was acknowledged. */
  readonly fault: string | undefined
}

const MOST_TRIES = 10

/**
 * Send a form as the phone's outbox does: read whether there is a record, then send the form under
 * one key. After a Retry-After, send it again by the outbox's own schedule.
 */
export async function deliverForm(
  look: (beside: SendOptions) => Promise<SendResult>,
  send: (beside: SendOptions) => Promise<SendResult>,
  due = performance.now(),
): Promise<FormDelivery> {
  const key = crypto.randomUUID()
  let [heard, sentAway, unheard] = [0, 0, 0]
  for (let attempts = 1; ; attempts++) {
    let answer = await look(attempts === 1 ? { due } : {})
    if (answer.fault === undefined) answer = await send({ key })
    const isLater = [429, 503].includes(answer.status)
    const isUnheard = !isLater && (answer.status === 0 || answer.status > 500)
    if (isLater) sentAway += 1
    if (isUnheard) unheard += 1
    if (!(isLater || isUnheard) || attempts === MOST_TRIES)
      return { rejectedCount: sentAway, unansweredCount: unheard, fault: answer.fault }
    const at = Date.now()
    const tries = { at, random: Math.random(), campusResponded: isLater }
    const pauses = createRetryPauses({ attempts, heard }, tries)
    heard = pauses.heard ?? heard
    const notBefore = at + (answer.retryAfter ?? 0) * 1000
    await pause(Math.max(0, computeNextAttemptTime({ ...pauses, notBefore }, 'schedule', at) - at))
  }
}
