import type { CDPSession } from 'playwright-core'

/** An event of Chromium's trace. Times are in µs; `tdur` is the CPU time of the thread. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
  readonly args?: {
    readonly data?: {
      readonly timeStamp: number
      readonly commitFinishTime?: number
      readonly interactionId?: number
    }
  }
}

/**
 * The CPU time in ms that the main thread needs from a tap to the commit of the frame that answers
 * it; undefined if `act` was not a tap. It is the same on a busy machine, but only while the
 * browser's own slowdown is off.
 */
export async function traceMainThread(
  devtools: CDPSession,
  act: () => Promise<unknown>,
): Promise<number | undefined> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  })
  await act()
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)
  return sumUntilFrame(events)
}

function sumUntilFrame(events: readonly TraceEvent[]): number | undefined {
  const answered = events.filter(
    ({ name, ph, args }) =>
      name === 'EventTiming' && ph === 'b' && (args?.data?.interactionId ?? 0) > 0,
  )
  const [first] = answered
  if (first === undefined) return undefined
  const begin = Math.min(...answered.map(({ ts }) => ts))
  const end = Math.max(
    ...answered.map(({ ts, args }) => {
      const { commitFinishTime = 0, timeStamp = 0 } = args?.data ?? {}
      return ts + Math.max(0, commitFinishTime - timeStamp) * 1000
    }),
  )
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === first.pid && tid === first.tid && ts >= begin && ts < end,
    )
    .reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0)
}
