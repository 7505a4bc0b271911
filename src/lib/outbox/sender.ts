import { drain } from '#offline/drain'
import { newKey } from '#offline/fingerprint'
import { inTurn } from '#offline/lock'
import { keepsNothing } from '#offline/lost'
import { backoff, LONGEST_WAIT_MS, type Urge } from '#offline/schedule'
import { note } from '../network.ts'
import { endSession, token } from '../session.ts'
import { requestSync } from '../worker.ts'
import { database, news } from './read.ts'
import { view } from './view.ts'

const holder = `page-${newKey()}`
let running = false
let again: Wish | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/** Why to send now; `anyway`: whatever the phone says of its network. */
interface Wish {
  readonly urge?: Urge
  readonly anyway?: boolean
}

/**
 * Send what waits; `urge` says which pauses count. A wish that comes during a round is remembered
 * and follows it, so nothing that is submitted meanwhile is left behind. A phone that says it is
 * offline does not try, so that newer words can still replace older ones (OFF-17). But that is only
 * a hint: after five minutes, or at the student's own wish (`anyway`), it tries.
 */
export function pump({ urge = 'schedule', anyway = false }: Wish = {}): void {
  if (!navigator.onLine && !anyway) return pumpIn(LONGEST_WAIT_MS, { urge: 'sign', anyway: true })
  if (running) {
    again = { urge: stronger(urge, again?.urge), anyway: anyway || again?.anyway === true }
    return
  }
  running = true
  clearTimeout(timer)
  void round({ urge, mayTry: () => anyway || navigator.onLine })
    // What waits in a database that fails is safe, and forms are sent directly; where there is none
    // nothing waits.
    .catch((cause: unknown) => (keepsNothing(cause) ? 'finished' : 'unfinished'))
    .then((end) => {
      failures = end === 'unfinished' ? failures + 1 : 0
      if (end === 'unfinished') pumpIn(backoff(failures, Math.random()), {})
      running = false
      const more = again
      again = undefined
      if (more !== undefined) pump(more)
      // The network went away meanwhile: look again when it may be back.
      else if (!navigator.onLine) pump()
    })
}

function pumpIn(ms: number, wish: Wish) {
  clearTimeout(timer)
  timer = setTimeout(() => pump(wish), ms)
}

const URGES = ['schedule', 'sign', 'hand'] as const
const stronger = (one: Urge, other: Urge = 'schedule') =>
  URGES.indexOf(one) > URGES.indexOf(other) ? one : other

/**
 * One round as the only sender. 'unfinished': what it has left marked as being sent may have nobody
 * to come back for it.
 */
async function round({
  urge,
  mayTry,
}: {
  urge: Urge
  mayTry: () => boolean
}): Promise<'finished' | 'unfinished'> {
  const ended = await inTurn(
    { database, locks: navigator.locks, mayTakeOver: () => document.visibilityState === 'visible' },
    ({ locked }) =>
      drain(
        { database, holder, changed: () => news.tell('changed'), answered: note, mayTry },
        { urge, locked },
      ),
  )
  if (ended === undefined) return 'unfinished'
  const { nextAt: _past, ...rest } = view.get()
  view.set({ ...rest, ...(ended.next !== undefined && { nextAt: ended.next }) })
  if (ended.sent > 0) news.tell('delivered')
  // A round may outlive a binding: only the token that it was made with has ended.
  if (ended.signedOut !== undefined && ended.signedOut === token()) endSession('root')
  // A sign that came too soon for an item counts once its time has come.
  const later = urge === 'schedule' ? urge : 'sign'
  if (ended.next !== undefined) pumpIn(Math.max(0, ended.next - Date.now()), { urge: later })
  return ended.unfinished ? 'unfinished' : 'finished'
}

/** Something was written into the outbox: tell everybody, and send it. */
export function afterWriting() {
  news.tell('changed')
  void requestSync()
  pump()
}
