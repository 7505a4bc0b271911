import { call, type Outcome } from '#app/lib/call.ts'
import { forgetOthers, forgetOwn } from '#app/lib/outbox.ts'
import { closePersonal } from '#app/lib/personal.ts'
import { queryClient } from '#app/lib/query-client.ts'
import {
  clearSession,
  currentSession,
  idCardOfThisVisit,
  lastSubject,
  LEFT_BEHIND,
  token,
} from '#app/lib/session.ts'
import { local } from '#app/lib/storage.ts'
import { identity } from '#contract/identity'
import { fingerprint } from '#offline/fingerprint'
import { openNewsLine } from '#offline/news'
import { COPIES, removeDatabases } from '#offline/removal'
import { within } from '#offline/within'

/**
 * How an unbinding ended: what the phone could do at once, and what the campus says to it, which
 * may take its time.
 */
export interface Unbound {
  /**
   * False: something of the people before could not be removed; it is tried again at the next
   * start.
   */
  readonly clean: boolean
  readonly told: Promise<Outcome<unknown> | undefined>
}

/** How long the campus may take to say no; afterwards silence counts as nobody answering, ms. */
const ANSWER_MS = 3000

/**
 * End the binding of this phone unless the campus itself says no: then nothing is cleared, and why is
 * answered (ID-24, ID-29). Where nobody answers in time the phone is cleared all the same, and so it
 * is when its page is closed meanwhile.
 */
export async function unbindUnlessRefused({ keepOthers = false } = {}): Promise<
  Unbound | { readonly refused: string }
> {
  const owed = owedOf(keepOthers)
  const told = tellCampus()
  const leave = () => void forgetEverything(owed)
  addEventListener('pagehide', leave)
  const answer = await within(ANSWER_MS, told, () => undefined)
  removeEventListener('pagehide', leave)
  if (answer?.type === 'refused') return { refused: answer.message }
  return { clean: await forgetEverything(owed), told }
}

/**
 * End the binding of this phone, whatever the campus says: nothing personal is left in any store of
 * the browser, in any tab (D-19, D-105). The campus is told with the token that is gone from here
 * by then, by a request that outlives the page; without a network it learns of it from the next
 * call without a token. `keepOthers`: what earlier people never sent waits on for them.
 */
export async function unbind({ keepOthers = false } = {}): Promise<Unbound> {
  const owed = owedOf(keepOthers)
  const told = tellCampus()
  return { clean: await forgetEverything(owed), told }
}

function owedOf(keepOthers: boolean): string {
  const subject = currentSession()?.subject
  return keepOthers && subject !== undefined ? leftBy(subject) : ALL
}

// What is owed to whoever unbinds is written down first, for the page may close at once: all of it,
// or what one person left, who is told by a fingerprint, since a code would itself be a trace.
const ALL = '1'
const leftBy = (subject: string) => fingerprint([subject])

/**
 * Remove every trace of everybody from this phone, or of all but what others never sent. False: not
 * all could be removed.
 */
export async function forgetEverything(owed: string = ALL): Promise<boolean> {
  clearSession()
  queryClient.clear()
  closePersonal()
  tellTabs()
  local.setItem(LEFT_BEHIND, owed)
  const clean = await (owed === ALL ? removeDatabases() : removeOwn(owed))
  // What was writing itself while we cleared.
  if (currentSession() === null) local.removeItem('start-up')
  if (clean) local.removeItem(LEFT_BEHIND)
  return clean
}

// All but what other people never sent.
async function removeOwn(owed: string): Promise<boolean> {
  const [copies, forms] = await Promise.all([
    removeDatabases(COPIES),
    forgetOwn((subject) => leftBy(subject) === owed).then(
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
export async function finishLeaving(): Promise<void> {
  const owed = local.getItem(LEFT_BEHIND)
  if (owed === null) return
  const subject = lastSubject()
  if (subject === undefined) return void (await forgetEverything(owed))
  const items = (other: string) => owed === ALL || leftBy(other) === owed
  const [copies] = await Promise.all([removeDatabases(COPIES), forgetOthers(subject, { items })])
  if (copies) local.removeItem(LEFT_BEHIND)
}

/**
 * Before somebody is bound where somebody else was until their sign-in ended: nothing of them can
 * be found any more, but for what they never sent, which waits for them unseen (D-10).
 */
export async function forgetFormer(subject: string): Promise<void> {
  queryClient.clear()
  closePersonal()
  for (const trace of TRACES) local.removeItem(trace)
  await removeDatabases(COPIES)
  void forgetOthers(subject, { items: () => false }).catch(() => {})
}

// In local storage beside what a binding writes anew; by name, for the code that keeps them may not
// be here.
const TRACES = ['flowdata', 'start-up', 'paymentBegun']

function tellCampus(): Promise<Outcome<unknown> | undefined> {
  const session = currentSession()
  if (session === null || token() === undefined) return Promise.resolve(undefined)
  const { person, subject } = session
  return call(
    identity.unbind,
    person.role === 'staff'
      ? { workNumber: subject, type: '3', student: undefined, idCard: undefined }
      : { student: subject, idCard: idCardOfThisVisit(), type: person.type, workNumber: undefined },
    { keepalive: true },
  )
}

// The outbox's own line, but its file may not be here.
function tellTabs() {
  const line = openNewsLine()
  line.tell('forgotten')
  line.close()
}
