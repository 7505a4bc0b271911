import { phoneReports } from '#contract/phone-reports'
import { exchangeCall } from '#offline/transport/exchange-call'
import { getRequestSettings } from '../network/request-settings.ts'
import { currentSession, getSessionToken } from '../session/session.ts'
import { readBuildId } from '../worker/build-id.ts'
import { type OutboxView, outboxView } from './outbox-view.ts'

/** So long after the start, and after a change: the page has better things to do first, ms. */
const SETTLED_MS = 5_000
/** Not more often than this, ms. */
const PAUSE_MS = 120_000
/** What was sent longer ago than this was told long ago, ms. */
const NEWS_MS = 24 * 3_600_000

let timer: ReturnType<typeof setTimeout> | undefined
let told: { readonly what: string; readonly at: number } | undefined

/**
 * Tell the campus how much waits on this phone, never what: after a change and at the start. It is
 * said beside everything else: a report that fails is forgotten, and nothing is made of its answer.
 */
export function startOutboxReports(): void {
  outboxView.subscribe(scheduleReport)
  scheduleReport()
}

function scheduleReport() {
  const what = reportFingerprint(outboxView.get())
  if (what === undefined || what === told?.what) return
  // A clock that was set back would make the pause a long one.
  const due = told === undefined ? 0 : Math.min(PAUSE_MS, told.at + PAUSE_MS - Date.now())
  clearTimeout(timer)
  timer = setTimeout(() => void sendReport(), Math.max(SETTLED_MS, due))
}

async function sendReport() {
  const now = outboxView.get()
  const [what, secret] = [reportFingerprint(now), getSessionToken()]
  if (what === undefined || what === told?.what || secret === undefined || !navigator.onLine) return
  told = { what, at: Date.now() }
  // Not as the page's other calls are made: whatever comes of it must not be taken for a sign of
  // the network or of the session.
  await exchangeCall({
    call: phoneReports.report,
    input: { ...countsOf(now), oldest: ageOf(now), version: readBuildId() },
    to: getRequestSettings(),
    token: secret,
  })
}

// Whose phone has sent nothing for a day and holds nothing has nothing to say.
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
