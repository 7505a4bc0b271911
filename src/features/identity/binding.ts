import { call, type Outcome } from '#app/lib/call.ts'
import { currentLanguage } from '#app/lib/language.ts'
import { takeBearer } from '#app/lib/outbox.ts'
import { openPersonal } from '#app/lib/personal.ts'
import { queryClient } from '#app/lib/query-client.ts'
import {
  bindSession,
  currentSession,
  isLeftBehind,
  lastSubject,
  type Session,
  token,
  visitor,
} from '#app/lib/session.ts'
import { local } from '#app/lib/storage.ts'
import { identity, type Person } from '#contract/identity'
import type { StaffSignIn, StudentSignIn } from '#contract/sign-in'
import { identityTexts } from '#i18n/identity'
import { selectTexts } from '#i18n/translate'
import { within } from '#offline/within'

/**
 * What of the identity is kept for the next start: everything but the ID number and the phone
 * number (D-105).
 */
interface KeptIdentity {
  readonly person: Person
  readonly reportOpen: boolean
}

const KEY = ['identity']
/** A healthy database takes far less, ms. */
const BEARER_MS = 300

/**
 * Bind a student: bindOpenId, then find-student (ID-22). In an ordinary browser there is no
 * messaging account to bind, and the full pair of number and ID card is proof enough (D-15).
 */
export async function bindStudent({
  kind,
  number,
  idCard,
}: StudentSignIn): Promise<Outcome<Session>> {
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
export async function signInStaff({
  workNumber,
  password,
}: StaffSignIn): Promise<Outcome<Session>> {
  const outcome = await call(identity.signIn, {
    workNumber,
    password,
    openId: visitor()?.openId ?? '',
  })
  if (outcome.type !== 'ok') return said(outcome, 'signInFailed')
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
 * Ask the campus who this is, with the token alone (D-17). Without an answer what is known stays.
 * The outbox hears of it after `ready`.
 */
export async function refreshSession(ready?: Promise<void>): Promise<void> {
  const [subject, secret] = [currentSession()?.subject, token()]
  if (secret === undefined) return
  // A phone that has lost its copy of who it is still has the number.
  const number = currentSession()?.stunum ?? local.getItem('stunum') ?? ''
  const found = await call(identity.find, { number, idCard: '', openId: visitor()?.openId ?? '' })
  if (found.type !== 'ok' || currentSession()?.subject !== subject) return
  // Another tab has unbound meanwhile, or somebody else is bound: nothing is written any more.
  if (token() !== secret) return
  await begin(found.data, ready)
}

/**
 * Try once more to remove what an unbinding could not; seldom needed, so its code travels when it
 * is.
 */
export const finishLeaving = (): Promise<void> =>
  import('./leaving.ts').then((leaving) => leaving.finishLeaving())

/** Take somebody as signed in here, whichever way it was. */
export const beginSession = begin

async function begin(
  binding: Parameters<typeof bindSession>[0],
  ready?: Promise<void>,
): Promise<Session> {
  await makeRoomFor(binding.person.code)
  openPersonal()
  const session = bindSession(binding)
  // A phone number is not needed for a first screen, and what once stood in local storage no page
  // can erase.
  const person =
    session.person.role === 'student' ? { ...session.person, phone: '' } : session.person
  queryClient.setQueryData<KeptIdentity>(KEY, { person, reportOpen: session.reportOpen })
  await ready
  // Where there is no database, or none that answers, the forms are sent directly; the binding
  // stands all the same.
  await within(
    BEARER_MS,
    takeBearer().catch(() => {}),
    () => {},
  )
  return session
}

// What earlier people have left; at nearly every binding there is nothing.
async function makeRoomFor(subject: string) {
  const former = lastSubject()
  if (former === subject || (former === undefined && !isLeftBehind())) return
  if (former === undefined) return finishLeaving()
  const { forgetFormer } = await import('./leaving.ts')
  await forgetFormer(subject)
}

// The binding calls have a sentence of their own for a refusal that comes without one.
function said<T>(
  outcome: Exclude<Outcome<unknown>, { type: 'ok' }>,
  key: 'bindFailed' | 'checkBound' | 'signInFailed',
): Outcome<T> {
  if (outcome.type !== 'refused' || outcome.message !== '') return outcome
  return { ...outcome, message: selectTexts(identityTexts, currentLanguage())[key] }
}
