import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'

/** The results of the requests, for each call. */
export interface CallCounts {
  /** Record an answer: the time since it was due, and what was wrong with it. */
  readonly record: (call: string, ms: number, fault?: string) => void
  /** The number of answers. */
  readonly count: () => number
  /** The number of faulty answers, by kind. */
  readonly faults: () => ReadonlyMap<string, number>
  /** The time in ms within which this percentage of all answers came. */
  readonly percentile: (of: number) => number
  /** One line for each call, and one for all. */
  readonly lines: () => string[]
}

const MICROSECONDS = 1000

/** Start counting. */
export function createCallCounts(): CallCounts {
  const all = createHistogram()
  const calls = new Map<string, RecordableHistogram>()
  const faults = new Map<string, number>()
  return {
    record: (call, ms, fault) => {
      const took = Math.max(1, Math.round(ms * MICROSECONDS))
      let own = calls.get(call)
      if (own === undefined) calls.set(call, (own = createHistogram()))
      own.record(took)
      all.record(took)
      if (fault !== undefined) {
        const kind = `${call}: ${fault}`
        faults.set(kind, (faults.get(kind) ?? 0) + 1)
      }
    },
    count: () => all.count,
    faults: () => faults,
    percentile: (of) => msAt(all, of),
    lines: () => [
      line('call', 'requests', 'p50 ms', 'p99 ms', 'most ms'),
      ...[...calls]
        .toSorted(([, one], [, other]) => msAt(other, 99) - msAt(one, 99))
        .map(([call, own]) => summed(call, own)),
      summed('all', all),
    ],
  }
}

const summed = (call: string, own: RecordableHistogram): string =>
  line(call, String(own.count), shown(msAt(own, 50)), shown(msAt(own, 99)), shown(msAt(own, 100)))

const line = (call: string, ...figures: string[]): string =>
  call.padEnd(30) + figures.map((figure) => figure.padStart(10)).join('')

const shown = (ms: number): string => ms.toFixed(1)

function msAt(histogram: RecordableHistogram, of: number): number {
  return histogram.count === 0 ? 0 : histogram.percentile(of) / MICROSECONDS
}
