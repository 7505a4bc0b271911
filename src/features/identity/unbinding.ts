import { queryClient } from '#app/lib/cache/query-client.ts'
import { callApi, type Outcome } from '#app/lib/network/call-api.ts'
import { deleteDataOfOthers, deleteOwnData } from '#app/lib/outbox/outbox.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { clearPersonalData } from '#app/lib/session/personal-data.ts'
import {
  clearSession,
  currentSession,
  idCardOfThisVisit,
  lastSubject,
  CLEANUP_PENDING_KEY,
  getSessionToken,
} from '#app/lib/session/session.ts'
import { identity } from '#contract/identity'
import { fingerprintPayload } from '#offline/outbox/fingerprint'
import { CACHE_DATABASES, removeDatabases } from '#offline/storage/delete-databases'
import { openOutboxChannel } from '#offline/transport/outbox-channel'
import { withTimeout } from '#offline/utilities/with-timeout'

/**
 * How an unbinding ended: what the phone could do at once, and what the campus says to it, which
 * may take its time.
 */
export interface UnbindResult {
  /**
   * False: something of the people before could not be removed; it is tried again at the next
   * start.
   */
  readonly isClean: boolean
  readonly serverReply: Promise<Outcome<unknown> | undefined>
}

/** How long the campus may take to say no; afterwards silence counts as nobody answering, ms. */
const ANSWER_MS = 3000

/**
 * End the binding of this phone unless the campus itself says no: then nothing is cleared, and why is
 * answered (ID-24, ID-29). Where nobody answers in time the phone is cleared all the same, and so it
 * is when its page is closed meanwhile.
 */
export async function unbindUnlessRefused({ keepOthers = false } = {}): Promise<
  UnbindResult | { readonly refused: string }
> {
  const owed = pendingRemovalOf(keepOthers)
  const told = tellCampus()
  const leave = () => void clearDevice(owed)
  addEventListener('pagehide', leave)
  const answer = await withTimeout(ANSWER_MS, told, () => undefined)
  removeEventListener('pagehide', leave)
  if (answer?.type === 'refused') return { refused: answer.message }
  return { isClean: await clearDevice(owed), serverReply: told }
}

/**
 * End the binding of this phone, whatever the campus says: nothing personal is left in any store of
 * the browser, in any tab (D-19, D-105). The campus is told with the token that is gone from here
 * by then, by a request that outlives the page; without a network it learns of it from the next
 * call without a token. `keepOthers`: what earlier people never sent waits on for them.
 */
export async function unbind({ keepOthers = false } = {}): Promise<UnbindResult> {
  const owed = pendingRemovalOf(keepOthers)
  const told = tellCampus()
  return { isClean: await clearDevice(owed), serverReply: told }
}

function pendingRemovalOf(keepOthers: boolean): string {
  const subject = currentSession()?.subject
  return keepOthers && subject !== undefined ? hashSubject(subject) : ALL
}

// What is owed to whoever unbinds is written down first, for the page may close at once: all of it,
// or what one person left, who is told by a fingerprint, since a code would itself be a trace.
const ALL = '1'
const hashSubject = (subject: string) => fingerprintPayload([subject])

/**
 * Remove every trace of everybody from this phone, or of all but what others never sent. False: not
 * all could be removed.
 */
export async function clearDevice(owed: string = ALL): Promise<boolean> {
  clearSession()
  queryClient.clear()
  clearPersonalData()
  tellTabs()
  safeLocalStorage.setItem(CLEANUP_PENDING_KEY, owed)
  const clean = await (owed === ALL ? removeDatabases() : removeOwn(owed))
  // What was writing itself while we cleared.
  if (currentSession() === null) safeLocalStorage.removeItem('start-up')
  if (clean) safeLocalStorage.removeItem(CLEANUP_PENDING_KEY)
  return clean
}

// All but what other people never sent.
async function removeOwn(owed: string): Promise<boolean> {
  const [copies, forms] = await Promise.all([
    removeDatabases(CACHE_DATABASES),
    deleteOwnData((subject) => hashSubject(subject) === owed).then(
      () => true,
      () => false,
    ),
  ])
  return copies && forms
}

/**
 * Try once more to remove what an unbinding could not. Of who was bound since then nothing goes but
 * copies.
 */
export async function finishUnbinding(): Promise<void> {
  const owed = safeLocalStorage.getItem(CLEANUP_PENDING_KEY)
  if (owed === null) return
  const subject = lastSubject()
  if (subject === undefined) return void (await clearDevice(owed))
  const items = (other: string) => owed === ALL || hashSubject(other) === owed
  const [copies] = await Promise.all([
    removeDatabases(CACHE_DATABASES),
    deleteDataOfOthers(subject, { items }),
  ])
  if (copies) safeLocalStorage.removeItem(CLEANUP_PENDING_KEY)
}

/**
 * Before somebody is bound where somebody else was until their sign-in ended: nothing of them can
 * be found any more, but for what they never sent, which waits for them unseen (D-10).
 */
export async function clearFormerUser(subject: string): Promise<void> {
  queryClient.clear()
  clearPersonalData()
  for (const trace of TRACES) safeLocalStorage.removeItem(trace)
  await removeDatabases(CACHE_DATABASES)
  void deleteDataOfOthers(subject, { items: () => false }).catch(() => {})
}

// In local storage beside what a binding writes anew; by name, for the code that keeps them may not
// be here.
const TRACES = ['flowdata', 'start-up', 'paymentBegun']

function tellCampus(): Promise<Outcome<unknown> | undefined> {
  const session = currentSession()
  if (session === null || getSessionToken() === undefined) return Promise.resolve(undefined)
  const { person, subject } = session
  return callApi(
    identity.unbind,
    person.role === 'staff'
      ? { workNumber: subject, type: '3', student: undefined, idCard: undefined }
      : { student: subject, idCard: idCardOfThisVisit(), type: person.type, workNumber: undefined },
    { keepalive: true },
  )
}

// The outbox's own line, but its file may not be here.
function tellTabs() {
  const line = openOutboxChannel()
  line.publish('forgotten')
  line.close()
}
