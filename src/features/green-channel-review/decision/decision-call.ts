import { type CallOutcome, describeCallOutcome } from '#app/lib/network/call-api.ts'
import { currentSession } from '#app/lib/session/session.ts'
import type { GreenChannelApplication } from '#contract/green-channel'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { selectTexts, type Language } from '#i18n/translate'
import { type ApplicationKind, APPLICATION_KINDS } from '../kinds.ts'

/** Builds the part of a decision request that identifies the application. */
export function toDecisionTarget(
  kind: ApplicationKind,
  { review, student, year }: GreenChannelApplication,
) {
  const person = currentSession()?.person
  return {
    reviewer: person?.role === 'staff' ? person.id : '',
    auditType: APPLICATION_KINDS[kind].type,
    review,
    student,
    year,
  }
}

/** Describes why a decision was not saved: what happened, and the campus's reason. */
export function describeDecisionRefusal(
  outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>,
  language: Language,
): { readonly title: string; readonly reason?: string } {
  const { failed, meanwhile } = selectTexts(greenChannelReviewTexts, language)
  // Another reviewer has decided since the application was read, or the student has changed it.
  if (outcome.type === 'conflict') return { title: meanwhile }
  if (outcome.type !== 'refused') return { title: describeCallOutcome(outcome) }
  return outcome.message === '' ? { title: failed } : { title: failed, reason: outcome.message }
}
