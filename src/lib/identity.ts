import { identity, type Person } from '#contract/identity'
import type { StaffSignIn, StudentSignIn } from '#contract/sign-in'
import { identityWords } from '#words/identity'
import { speak } from '#words/say'
import { call, type Outcome } from './call.ts'
import { currentLanguage } from './language.ts'
import { forgetReads, openReads } from './kept.ts'
import { forgetNames } from './names.ts'
import { currentNetwork } from './network.ts'
import { forgetOutbox, takeBearer } from './outbox.ts'
import { forgetPass, openPass } from './pass-store.ts'
import { queryClient } from './query-client.ts'
import {
  bindSession,
  clearSession,
  currentSession,
  idCardOfThisVisit,
  lastSubject,
  type Session,
  token,
  visitor,
} from './session.ts'

/** What of the identity is kept for the next start: everything but the ID number (D-105). */
interface KeptIdentity {
  readonly person: Person
  readonly reportOpen: boolean
}

const KEY = ['identity']

/**
 * Bind a student: bindOpenId, then find-student (ID-22). In an ordinary browser there is no messaging account to
 * bind, and the full pair of number and ID card is proof enough (D-15).
 */
export async function bindStudent({ kind, number, idCard }: StudentSignIn): Promise<Outcome<Session>> {
  const openId = visitor()?.openId ?? ''
  if (openId !== '') {
    const bound = await call(identity.bind, {
      idCard,
      openId,
      examNumber: kind === 'exam' ? number : undefined,
      studentNumber: kind === 'student' ? number : undefined,
    })
    if (bound.type !== 'ok') return said(bound, 'bindFailed')
  }
  const found = await call(identity.find, { number, idCard, openId })
  if (found.type !== 'ok') return said(found, openId === '' ? 'bindFailed' : 'checkBound')
  return { ...found, data: await begin({ ...found.data, typed: number }) }
}

/** Sign a staff member in (ID-23). */
export async function signInStaff({ workNumber, password }: StaffSignIn): Promise<Outcome<Session>> {
  const outcome = await call(identity.signIn, { workNumber, password, openId: visitor()?.openId ?? '' })
  if (outcome.type !== 'ok') return said(outcome, 'bindFailed')
  const { person, token: fresh } = outcome.data
  return { ...outcome, data: await begin({ person, token: fresh, reportOpen: false }) }
}

/** Take up what this phone knows, without a network; call after the start-up reads are restored. */
export function resumeSession(): Session | null {
  const kept = queryClient.getQueryData<KeptIdentity>(KEY)
  if (kept === undefined || token() === undefined) return null
  // A tab that slept through an unbinding may have kept its own person beside the next one's token.
  return kept.person.code === lastSubject() ? bindSession(kept) : null
}

/**
 * Ask the campus who this is, with the token alone (D-17). Without an answer what is known stays. The outbox hears of it
 * after `ready`.
 */
export async function refreshSession(ready?: Promise<void>): Promise<void> {
  const session = currentSession()
  if (session === null) return
  const found = await call(identity.find, { number: session.stunum, idCard: '', openId: visitor()?.openId ?? '' })
  if (found.type !== 'ok' || currentSession()?.subject !== session.subject) return
  // Another tab has unbound meanwhile: nothing is written any more.
  if (token() === undefined) return
  await begin(found.data, ready)
}

/**
 * End the binding of this phone. Works without a network: then the campus is not told, and the session ends there
 * by disuse. Afterwards nothing personal is left in any store of the browser, in any tab (D-19, D-105).
 */
export async function unbind(): Promise<Outcome<unknown>> {
  const session = currentSession()
  if (session === null) return { type: 'ok', data: undefined, echoed: false }
  if (currentNetwork() !== 'offline' && token() !== undefined) {
    const { person, subject } = session
    const outcome = await call(
      identity.unbind,
      person.role === 'staff'
        ? { workNumber: subject, type: '3', student: undefined, idCard: undefined }
        : { student: subject, idCard: idCardOfThisVisit(), type: person.type, workNumber: undefined },
    )
    if (outcome.type === 'refused') return said(outcome, 'unbindFailed')
  }
  await forgetEverything()
  return { type: 'ok', data: undefined, echoed: false }
}

/** Remove every trace of everybody from this phone. */
export async function forgetEverything(): Promise<void> {
  clearSession()
  queryClient.clear()
  forgetNames()
  await Promise.allSettled([forgetReads(), forgetOutbox(), forgetPass()])
  // What was writing itself while we cleared.
  localStorage.removeItem('start-up')
}

async function begin(binding: Parameters<typeof bindSession>[0], ready?: Promise<void>): Promise<Session> {
  const before = currentSession()
  openReads()
  openPass()
  const session = bindSession(binding)
  if (before !== null && before.subject !== session.subject) queryClient.clear()
  queryClient.setQueryData<KeptIdentity>(KEY, { person: session.person, reportOpen: session.reportOpen })
  await ready
  // Where there is no database the forms are sent directly; the binding stands all the same.
  await takeBearer().catch(() => {})
  return session
}

// The binding calls have a sentence of their own for a refusal that comes without one.
function said<T>(
  outcome: Exclude<Outcome<unknown>, { type: 'ok' }>,
  key: 'bindFailed' | 'checkBound' | 'unbindFailed',
): Outcome<T> {
  if (outcome.type !== 'refused' || (outcome.message !== '' && key !== 'unbindFailed')) return outcome
  return { ...outcome, message: speak(identityWords, currentLanguage())[key] }
}
