import type { Rule } from '#contract/rules'
import { saysKeyUsed } from '#contract/rules'

/** Why a submission was not taken. The first four need the student; the others come again by themselves. */
export const REASONS = [
  'refused',
  'invalid',
  'key-used',
  'forbidden',
  'stale',
  'signed-out',
  'in-flight',
  'too-many',
  'unreadable',
  'no-space',
  'later',
  'fault',
] as const
/** One of them. */
export type Reason = (typeof REASONS)[number]

/** What became of a submission. */
export type Fate =
  | { readonly type: 'arrived' }
  | { readonly type: 'replayed' }
  | { readonly type: 'refused'; readonly reason: Reason }

const BY_STATUS: Readonly<Record<number, Reason>> = {
  401: 'signed-out',
  403: 'forbidden',
  409: 'in-flight',
  412: 'stale',
  422: 'invalid',
  429: 'too-many',
  500: 'fault',
  503: 'later',
  507: 'no-space',
}

/** What became of a submission, told by its answer. */
export function fateOf(
  { rule }: { readonly rule: Rule },
  answer: {
    readonly status: number
    readonly body: unknown
    readonly headers: Readonly<Record<string, string>>
  },
): Fate {
  if ('idempotency-replayed' in answer.headers) return { type: 'replayed' }
  if (answer.status === 200)
    return rule.holds(answer.body) ? { type: 'arrived' } : { type: 'refused', reason: 'refused' }
  const reason = saysKeyUsed(answer.body) ? 'key-used' : BY_STATUS[answer.status]
  return { type: 'refused', reason: reason ?? 'unreadable' }
}
