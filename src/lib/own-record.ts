import type { Output } from '#contract/call'
import { profile } from '#contract/profile'
import { type KeptOptions, keptQuery } from './kept.ts'
import { currentSession } from './session.ts'

/** The student's own record. It is read anew at every visit: the kept copy has no ID number (D-105). */
export function ownRecordQuery(): KeptOptions<Output<typeof profile.own>> {
  const student = currentSession()?.subject ?? ''
  return { ...keptQuery({ name: 'own', entry: profile.own, input: { student }, maxAge: 30 }), staleTime: 0 }
}
