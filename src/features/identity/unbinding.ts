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
  getPendingCleanup,
  setPendingCleanup,
  getSessionToken,
} from '#app/lib/session/session.ts'
import { unsubscribeFromPush } from '#app/lib/worker/unsubscribe-from-push.ts'
import { identity } from '#contract/identity'
import { fingerprintPayload } from '#offline/outbox/fingerprint'
import { CACHE_DATABASE_NAMES, deleteIndexedDatabases } from '#offline/storage/delete-databases'
import { openOutboxChannel } from '#offline/transport/outbox-channel'
import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * The result of an unbinding. The local part is known at once; the campus's reply can take longer.
 */
export interface UnbindResult {
  /**
   * False if data of earlier users could not be removed. The next start of the app then removes it.
   */
  readonly isClean: boolean
  readonly serverReply: Promise<CallOutcome<unknown> | undefined>
}

/** The longest time for ending the subscription to notifications, ms. */
const PUSH_TIMEOUT_MS = 2000

/**
 * The time in which the campus can refuse, ms. After that time the phone continues as if the campus
 * does not answer.
 */
const ANSWER_MS = 3000

/**
 * Ends the binding of this phone unless the campus refuses. If it refuses, nothing is cleared and
 * the reason is returned (ID-24, ID-29). If the campus does not answer in time, or the user closes
 * the page, the phone is cleared all the same.
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
 * storage of the browser, in any tab (D-19, D-105).
 *
 * The campus is notified by a request that continues after the page is closed. The request contains
 * the token, which this phone has already deleted. Offline the request fails, and the campus learns
 * of the unbinding from the next call without a token. `keepOthers`: unsent forms of earlier users
 * stay.
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

// What is to be removed is stored first, because the page can be closed at any time. The value is
// ALL, or identifies one person, whose data are to be removed, by a hash: the code itself would be
// personal data left on the phone.
const ALL = '1'
const hashSubject = (subject: string) => fingerprintPayload([subject])

/**
 * Removes all personal data from this phone, or all except other people's unsent forms. Resolves to
 * false if some data could not be removed.
 */
export async function clearPhoneData(owed: string = ALL): Promise<boolean> {
  clearSession()
  queryClient.clear()
  clearPersonalData()
  tellTabs()
  setPendingCleanup(owed)
  const parts = await Promise.all([
    owed === ALL ? deleteIndexedDatabases() : removeOwn(owed),
    endPush(),
  ])
  const clean = parts.every((done) => done)
  // The start-up queries might have been persisted again while the stores were cleared.
  if (currentSession() === null) safeLocalStorage.removeItem('start-up')
  if (clean) setPendingCleanup(null)
  return clean
}

// The university might not learn of an unbinding without a network, and would go on sending this
// person's messages to the phone.
const endPush = () => withTimeout(PUSH_TIMEOUT_MS, unsubscribeFromPush(), () => false)

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
 * Removes data that an earlier unbinding could not remove. If another person was bound since then,
 * only the copies are deleted.
 */
export async function finishUnbinding(): Promise<void> {
  const owed = getPendingCleanup()
  if (owed === null) return
  const subject = getLastSubject()
  if (subject === undefined) return void (await clearPhoneData(owed))
  const items = (other: string) => owed === ALL || hashSubject(other) === owed
  const [copies] = await Promise.all([
    deleteIndexedDatabases(CACHE_DATABASE_NAMES),
    deleteDataOfOthers(subject, { items }),
  ])
  if (copies) setPendingCleanup(null)
}

/**
 * Clears a phone on which the previous user's session has ended, before another person is bound.
 * Only the unsent forms of that user stay. They are hidden until that user signs in again (D-10).
 */
export async function clearFormerUser(subject: string): Promise<void> {
  queryClient.clear()
  clearPersonalData()
  for (const trace of TRACES) safeLocalStorage.removeItem(trace)
  await Promise.all([deleteIndexedDatabases(CACHE_DATABASE_NAMES), endPush()])
  void deleteDataOfOthers(subject, { items: () => false }).catch(() => {})
}

// Items in local storage that the binding does not write. They are listed by name, because the code
// that stores them might not be loaded.
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

// This code opens its own connection to the outbox's channel, because the outbox's code might not
// be loaded.
function tellTabs() {
  const line = openOutboxChannel()
  line.publish('forgotten')
  line.close()
}
