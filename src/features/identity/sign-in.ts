import { queryClient } from '#app/lib/cache/query-client.ts'
import { currentLanguage } from '#app/lib/language/language.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { storeSenderIdentity } from '#app/lib/outbox/outbox.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { reopenPersonalStores } from '#app/lib/session/personal-data.ts'
import {
  bindSession,
  currentSession,
  isCleanupPending,
  getLastSubject,
  type Session,
  getSessionToken,
  getMessagingUser,
} from '#app/lib/session/session.ts'
import { identity, type Person } from '#contract/identity'
import type { StaffSignIn, StudentSignIn } from '#contract/sign-in'
import { identityTexts } from '#i18n/identity'
import { selectTexts } from '#i18n/translate'
import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * The identity as cached for the next start: everything except the ID number and the phone number
 * (D-105).
 */
interface CachedIdentity {
  readonly person: Person
  readonly reportOpen: boolean
}

const KEY = ['identity']
/** The longest wait for storing the token, ms; a working database needs far less. */
const TOKEN_WRITE_TIMEOUT_MS = 300

/**
 * Binds a student: calls bindOpenId, then find-student (ID-22). An ordinary browser has no
 * messaging account to bind; there the number and the ID number together are sufficient proof
 * (D-15).
 */
export async function bindStudent({
  kind,
  number,
  idCard,
}: StudentSignIn): Promise<CallOutcome<Session>> {
  const openId = getMessagingUser()?.openId ?? ''
  if (openId !== '') {
    const bound = await callApi(identity.bind, {
      idCard,
      openId,
      examNumber: kind === 'exam' ? number : undefined,
      studentNumber: kind === 'student' ? number : undefined,
    })
    if (bound.type !== 'ok') return withBindingMessage(bound, 'bindFailed')
  }
  const found = await callApi(identity.find, { number, idCard, openId })
  if (found.type !== 'ok')
    return withBindingMessage(found, openId === '' ? 'bindFailed' : 'checkBound')
  return { ...found, data: await startSession({ ...found.data, typed: number }) }
}

/** Signs a staff member in (ID-23). */
export async function signInStaff({
  workNumber,
  password,
}: StaffSignIn): Promise<CallOutcome<Session>> {
  const outcome = await callApi(identity.signIn, {
    workNumber,
    password,
    openId: getMessagingUser()?.openId ?? '',
  })
  if (outcome.type !== 'ok') return withBindingMessage(outcome, 'signInFailed')
  const { person, token: fresh } = outcome.data
  return { ...outcome, data: await startSession({ person, token: fresh, reportOpen: false }) }
}

/**
 * Restores the session from the cache without a network. Call it after the start-up queries are
 * restored.
 */
export function resumeSession(): Session | null {
  const kept = queryClient.getQueryData<CachedIdentity>(KEY)
  if (kept === undefined || getSessionToken() === undefined) return null
  // A tab that was asleep during an unbinding might have cached its own person next to the new
  // user's token.
  return kept.person.code === getLastSubject() ? bindSession(kept) : null
}

/**
 * Reads the identity from the campus by the token alone (D-17). Without a response the cached
 * identity stays. The outbox receives the identity after `ready`.
 */
export async function refreshSession(ready?: Promise<void>): Promise<void> {
  const [subject, secret] = [currentSession()?.subject, getSessionToken()]
  if (secret === undefined) return
  // A phone that has lost its cached identity still has the student's number in local storage.
  const number = currentSession()?.stunum ?? safeLocalStorage.getItem('stunum') ?? ''
  const found = await callApi(identity.find, {
    number,
    idCard: '',
    openId: getMessagingUser()?.openId ?? '',
  })
  if (found.type !== 'ok' || currentSession()?.subject !== subject) return
  // Another tab has unbound in the meantime, or another person is bound, so nothing is written.
  if (getSessionToken() !== secret) return
  await startSession(found.data, ready)
}

/**
 * Removes data that an earlier unbinding could not remove. This is rarely needed, so its code loads
 * on demand.
 */
export const finishUnbinding = (): Promise<void> =>
  import('./unbinding.ts').then((leaving) => leaving.finishUnbinding())

/** Starts a session after every kind of sign-in. */
export const beginSession = startSession

async function startSession(
  binding: Parameters<typeof bindSession>[0],
  ready?: Promise<void>,
): Promise<Session> {
  await clearFormerUsers(binding.person.code)
  reopenPersonalStores()
  const session = bindSession(binding)
  // The session has no phone number: the first screen does not need it, and a page cannot securely
  // erase data that was in local storage.
  const { person, reportOpen } = session
  queryClient.setQueryData<CachedIdentity>(KEY, { person, reportOpen })
  await ready
  // Without a working database forms are sent directly, so the binding does not depend on the
  // database.
  await withTimeout(
    TOKEN_WRITE_TIMEOUT_MS,
    storeSenderIdentity().catch(() => {}),
    () => {},
  )
  return session
}

// Removes data of earlier users; at most bindings there is none.
async function clearFormerUsers(subject: string) {
  const former = getLastSubject()
  if (former === subject || (former === undefined && !isCleanupPending())) return
  if (former === undefined) return finishUnbinding()
  const { clearFormerUser } = await import('./unbinding.ts')
  await clearFormerUser(subject)
}

// The binding calls have their own message for a refusal without a text.
function withBindingMessage<T>(
  outcome: Exclude<CallOutcome<unknown>, { type: 'ok' }>,
  key: 'bindFailed' | 'checkBound' | 'signInFailed',
): CallOutcome<T> {
  if (outcome.type !== 'refused' || outcome.message !== '') return outcome
  return { ...outcome, message: selectTexts(identityTexts, currentLanguage())[key] }
}
