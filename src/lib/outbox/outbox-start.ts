import type { SenderIdentity } from '#offline/outbox/outbox-records'
import { type OutboxSummary, summarizeOutbox } from '#offline/outbox/outbox-summary'
import { getRequestSettings } from '../network/request-settings.ts'
import { currentSession, getSessionToken, onSessionEnd } from '../session/session.ts'
import { isServiceWorkerSupported } from '../worker/service-worker.ts'
import { outboxChannel } from './outbox-channel.ts'
import { findIdleNote } from './outbox-idle.ts'
import { markDeliveriesSeen, outboxView } from './outbox-view.ts'

/** The connection of the outbox to this page. */
export interface OutboxConnection {
  /** Called when another tab has unbound the identity. */
  readonly onForgotten: () => void
}

let connection: OutboxConnection | undefined
let connecting: Promise<void> | undefined
let summary: Promise<OutboxSummary | undefined> | undefined
/** When the last submission of the idle outbox was delivered; undefined if it is not idle. */
let idleSince: number | undefined
/** Screens show deliveries after this time, ms since the epoch. */
let neededSince = Infinity
/** Stop listening to the events that end the idle state. */
const ends: (() => void)[] = []

/**
 * Starts the outbox. If nothing waits and nothing has arrived since the last visit, the engine (the
 * database, every form's contract, the sender) is not loaded; the page then only listens.
 */
export async function startOutbox(to: OutboxConnection): Promise<void> {
  connection = to
  const idle = await findIdle()
  if (idle === undefined || idle.deliveredAt > neededSince) return connect()
  idleSince = idle.deliveredAt
  listen()
}

/**
 * Ensures that the outbox is read if it contains receipts that were delivered after `since`, ms
 * since the epoch. Items need no such call: an outbox with items is always read.
 */
export function requireReceipts(since: number): void {
  neededSince = Math.min(neededSince, since)
  if (idleSince !== undefined && idleSince > neededSince) void connect().catch(() => {})
}

/**
 * Whether the database already contains the identity under which this page sends. False if that is
 * not known.
 */
export async function isSenderIdentityStored(): Promise<boolean> {
  if (connecting !== undefined) return false
  const stored = (await readSummary())?.identity
  return stored !== undefined && isSameIdentity(stored, currentIdentity())
}

async function findIdle() {
  // Without a worker the engine's file might be missing when it is needed.
  if (!isServiceWorkerSupported() || navigator.serviceWorker.controller === null) return undefined
  const found = await readSummary()
  // The identity of a session that has ended is removed by the engine.
  return isSameIdentity(found?.identity, currentIdentity()) ? findIdleNote(found) : undefined
}

const readSummary = () => (summary ??= summarizeOutbox().catch(() => undefined))

function currentIdentity(): SenderIdentity | undefined {
  const [session, token] = [currentSession(), getSessionToken()]
  return session === null || token === undefined
    ? undefined
    : { subject: session.subject, token, ...getRequestSettings() }
}

// `sendsReceipts` is a property of the backend that only a sending round knows.
const isSameIdentity = (
  stored: SenderIdentity | undefined,
  wanted: SenderIdentity | undefined,
): boolean =>
  JSON.stringify({ ...stored, sendsReceipts: undefined }) === JSON.stringify({ ...wanted })

// Only these events can end the idle state: a message of another tab or the worker, a submission or
// a read in this tab, and the end of the session. A tab that was asleep might have missed a message.
function listen() {
  const wake = () => void connect().catch(() => {})
  const look = async () => {
    if (document.visibilityState === 'hidden') return
    summary = undefined
    if ((await findIdle()) === undefined) wake()
  }
  const lookAgain = () => void look()
  document.addEventListener('visibilitychange', lookAgain)
  window.addEventListener('pageshow', lookAgain)
  ends.push(
    outboxChannel.subscribe((told) => {
      // After an unbinding nothing may open the database, which would create it again.
      if (told === 'forgotten') return connection?.onForgotten()
      if (told === 'delivered' && document.visibilityState === 'visible') markDeliveriesSeen()
      wake()
    }),
    outboxView.subscribe(wake),
    onSessionEnd(wake),
    () => document.removeEventListener('visibilitychange', lookAgain),
    () => window.removeEventListener('pageshow', lookAgain),
  )
}

function connect(): Promise<void> {
  idleSince = undefined
  for (const end of ends.splice(0)) end()
  connecting ??= import('./engine.ts').then(
    async ({ connectOutbox, storeSenderIdentity }) => {
      const isMissing = await isDatabaseMissing()
      if (connection !== undefined) connectOutbox(connection)
      // The browser might have deleted the database since the start. An identity that is missing in
      // an existing database was removed because its session has ended, so it is not stored again.
      if (isMissing) await storeSenderIdentity().catch(() => {})
    },
    (cause: unknown) => {
      // The next event, or the next submission, loads the chunk again.
      connecting = undefined
      listen()
      throw cause
    },
  )
  return connecting
}

const isDatabaseMissing = () =>
  summarizeOutbox().then(
    (found) => found === undefined,
    () => false,
  )
