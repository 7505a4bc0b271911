import { phoneReports } from '#contract/phone-reports'
import { exchangeCall } from '#offline/transport/exchange-call'
import { getRequestSettings } from '../network/request-settings.ts'
import { currentSession, getSessionToken } from '../session/session.ts'
import { readBuildId } from '../worker/build-id.ts'
import { recordOutboxIdle } from './outbox-idle.ts'
import { type OutboxView, outboxView } from './outbox-view.ts'

/**
 * The delay between the start or a change and the report, ms: the page has more important requests
 * to make first.
 */
const SETTLED_MS = 5_000
/** The shortest interval between two reports, ms. */
const PAUSE_MS = 120_000
/** Deliveries older than this, ms, were already reported. */
const NEWS_MS = 24 * 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let told: { readonly what: string; readonly at: number; readonly isReceived: boolean } | undefined

/**
 * Reports to the campus how many items wait on this phone, never their content. A report is sent at
 * the start and after each change. A report that fails is not repeated, and its response is
 * ignored.
 */
export function startOutboxReports(): void {
  outboxView.subscribe(() => {
    scheduleReport()
    recordIdle()
  })
  scheduleReport()
}

// An idle outbox is not read at the next start, which would repeat a report that was lost.
function recordIdle() {
  const view = outboxView.get()
  const what = reportFingerprint(view)
  recordOutboxIdle(view, what === undefined || (what === told?.what && told.isReceived))
}

function scheduleReport() {
  const what = reportFingerprint(outboxView.get())
  if (what === undefined || what === told?.what) return
  // `Math.min` limits the pause, which would be too long if the clock was set back.
  const due = told === undefined ? 0 : Math.min(PAUSE_MS, told.at + PAUSE_MS - Date.now())
  clearTimeout(timer)
  timer = setTimeout(() => void sendReport(), Math.max(SETTLED_MS, due))
}

async function sendReport() {
  const now = outboxView.get()
  const [what, secret] = [reportFingerprint(now), getSessionToken()]
  if (what === undefined || what === told?.what || secret === undefined || !navigator.onLine) return
  const at = Date.now()
  told = { what, at, isReceived: false }
  // The request does not use `callApi`, because its outcome must not change the status of the
  // network or of the session.
  const { type } = await exchangeCall({
    call: phoneReports.report,
    input: { ...countsOf(now), oldest: ageOf(now), version: readBuildId() },
    to: getRequestSettings(),
    token: secret,
  })
  if (told.what !== what) return
  told = { what, at, isReceived: type === 'ok' }
  recordIdle()
}

// Undefined, so that no report is sent, if nothing waits on this phone and it has delivered nothing
// for a day.
function reportFingerprint(now: OutboxView): string | undefined {
  const subject = currentSession()?.subject
  const counts = countsOf(now)
  const since = Date.now() - NEWS_MS
  const isNews =
    counts.waiting + counts.refused > 0 || now.receipts.some((one) => one.deliveredAt > since)
  return subject === undefined || now.unavailable === true || !isNews
    ? undefined
    : JSON.stringify([subject, counts])
}

function countsOf({ topLevelItems }: OutboxView) {
  const refused = topLevelItems.filter(({ state }) => NEED_SOMEBODY.has(state)).length
  return {
    waiting: topLevelItems.length - refused,
    refused,
    scans: topLevelItems.filter(({ form }) => form === 'scan').length,
  }
}

const NEED_SOMEBODY: ReadonlySet<string> = new Set(['conflict', 'needs-you', 'parked'])

const ageOf = ({ topLevelItems }: OutboxView): number =>
  topLevelItems.length === 0
    ? 0
    : Math.max(
        0,
        Math.round(
          (Date.now() - Math.min(...topLevelItems.map(({ capturedAt }) => capturedAt))) / 1000,
        ),
      )
