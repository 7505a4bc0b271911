import { queryClient } from '#app/lib/cache/query-client.ts'
import { callApi, type CallOutcome } from '#app/lib/network/call-api.ts'
import { deleteDataOfOthers, deleteOwnData } from '#app/lib/outbox/outbox.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { clearPersonalData } from '#app/lib/session/personal-data.ts'
import {
  clearSession,
  currentSession,
  getSignInIdCard,
  getLastSubject,
  CLEANUP_PENDING_KEY,
  getSessionToken,
} from '#app/lib/session/session.ts'
import { identity } from '#contract/identity'
import { fingerprintPayload } from '#offline/outbox/fingerprint'
import { CACHE_DATABASE_NAMES, deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { openOutboxChannel } from '#offline/transport/outbox-channel'
import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * The result of an unbinding: the local part at once, and the campus's reply, which may take
 * longer.
 */
export interface UnbindResult {
  /** False if data of earlier users could not be removed; the next start tries again. */
  readonly isClean: boolean
  readonly serverReply: Promise<CallOutcome<unknown> | undefined>
}

/** How long the campus may take to refuse; afterwards it counts as not answering, ms. */
const ANSWER_MS = 3000

/**
 * Ends the binding of this phone unless the campus refuses: then nothing is cleared and the reason
 * is returned (ID-24, ID-29). If the campus does not answer in time, or the page is closed, the
 * phone is cleared anyway.
 */
export async function unbindUnlessRefused({ keepOthers = false } = {}): Promise<
  UnbindResult | { readonly refused: string }
> {
  const owed = pendingRemovalOf(keepOthers)
  const told = tellCampus()
  const leave = () => void clearPhoneData(owed)
  addEventListener('pagehide', leave)
  const answer = await withTimeout(ANSWER_MS, told, () => undefined)
  removeEventListener('pagehide', leave)
  if (answer?.type === 'refused') return { refused: answer.message }
  return { isClean: await clearPhoneData(owed), serverReply: told }
}

/**
 * Ends the binding of this phone, whatever the campus replies. No personal data is left in any
 * storage of the browser, in any tab (D-19, D-105). The campus is informed by a request that
 * outlives the page, with the token that this phone has already deleted; offline, it learns it from
 * the next call without a token. `keepOthers`: unsent forms of earlier users stay.
 */
export async function unbindAndClearPhone({ keepOthers = false } = {}): Promise<UnbindResult> {
  const owed = pendingRemovalOf(keepOthers)
  const told = tellCampus()
  return { isClean: await clearPhoneData(owed), serverReply: told }
}

function pendingRemovalOf(keepOthers: boolean): string {
  const subject = currentSession()?.subject
  return keepOthers && subject !== undefined ? hashSubject(subject) : ALL
}

// Pending removals are stored first, because the page may close at any time: ALL, or the data of
// one person, who is identified by a hash, since the code itself would be a trace.
const ALL = '1'
const hashSubject = (subject: string) => fingerprintPayload([subject])

/**
 * Removes all personal data from this phone, or all except other people's unsent forms. Resolves to
 * false if something could not be removed.
 */
export async function clearPhoneData(owed: string = ALL): Promise<boolean> {
  clearSession()
  queryClient.clear()
  clearPersonalData()
  tellTabs()
  safeLocalStorage.setItem(CLEANUP_PENDING_KEY, owed)
  const clean = await (owed === ALL ? deleteIndexedDatabases() : removeOwn(owed))
  // The start-up reads may have been persisted again while the stores were cleared.
  if (currentSession() === null) safeLocalStorage.removeItem('start-up')
  if (clean) safeLocalStorage.removeItem(CLEANUP_PENDING_KEY)
  return clean
}

// Removes everything except other people's unsent forms.
async function removeOwn(owed: string): Promise<boolean> {
  const [copies, forms] = await Promise.all([
    deleteIndexedDatabases(CACHE_DATABASE_NAMES),
    deleteOwnData((subject) => hashSubject(subject) === owed).then(
      () => true,
      () => false,
    ),
  ])
  return copies && forms
}

/**
 * Retries removing data that an unbinding could not remove. For a person bound since then only the
 * copies are deleted.
 */
export async function finishUnbinding(): Promise<void> {
  const owed = safeLocalStorage.getItem(CLEANUP_PENDING_KEY)
  if (owed === null) return
  const subject = getLastSubject()
  if (subject === undefined) return void (await clearPhoneData(owed))
  const items = (other: string) => owed === ALL || hashSubject(other) === owed
  const [copies] = await Promise.all([
    deleteIndexedDatabases(CACHE_DATABASE_NAMES),
    deleteDataOfOthers(subject, { items }),
  ])
  if (copies) safeLocalStorage.removeItem(CLEANUP_PENDING_KEY)
}

/**
 * Clears a phone whose previous user's session has ended, before another person is bound. Only that
 * user's unsent forms stay, hidden, until they sign in again (D-10).
 */
export async function clearFormerUser(subject: string): Promise<void> {
  queryClient.clear()
  clearPersonalData()
  for (const trace of TRACES) safeLocalStorage.removeItem(trace)
  await deleteIndexedDatabases(CACHE_DATABASE_NAMES)
  void deleteDataOfOthers(subject, { items: () => false }).catch(() => {})
}

// Items in local storage other than those a binding writes. They are listed by name, because the
// code that stores them may not be loaded.
const TRACES = ['flowdata', 'start-up', 'paymentBegun']

function tellCampus(): Promise<CallOutcome<unknown> | undefined> {
  const session = currentSession()
  if (session === null || getSessionToken() === undefined) return Promise.resolve(undefined)
  const { person, subject } = session
  return callApi(
    identity.unbind,
    person.role === 'staff'
      ? { workNumber: subject, type: '3', student: undefined, idCard: undefined }
      : { student: subject, idCard: getSignInIdCard(), type: person.type, workNumber: undefined },
    { keepalive: true },
  )
}

// The outbox's own channel is used, because the outbox's code may not be loaded.
function tellTabs() {
  const line = openOutboxChannel()
  line.publish('forgotten')
  line.close()
}
