/** One figure: what ours took and what the floor took, round by round. */
export interface Measurement {
  readonly name: string
  readonly unit: 'ms' | 'KB' | 'MB' | '/s'
  readonly ours: readonly number[]
  readonly floor: readonly number[]
  /**
   * The ratio ours / floor may be at most this, or with `atLeast` at least this; without a limit it
   * is for information.
   */
  readonly limit?: number
  readonly atLeast?: boolean
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? above) + above) / 2 : above
}

/** Ratios within a round: the machine drifts between rounds, and that cancels here. */
export const computeRatios = ({ ours, floor }: Measurement): number[] =>
  ours.map((one, round) => one / (floor[round] ?? Number.NaN))

/** Is this figure within its limit? What did not come to pass at all is not. */
export function isWithinLimit(figure: Measurement): boolean {
  if (figure.limit === undefined) return true
  const ratio = median(computeRatios(figure))
  return figure.atLeast === true ? ratio >= figure.limit : ratio <= figure.limit
}

/** All figures as one table. */
export function formatTable(figures: readonly Measurement[]): string {
  const head = ['figure', 'ours', 'floor', 'ratio', 'min–max', 'limit', '']
  const rows = figures.map((figure) => {
    const all = computeRatios(figure)
    return [
      figure.name,
      `${shown(median(figure.ours))} ${figure.unit}`,
      `${shown(median(figure.floor))} ${figure.unit}`,
      median(all).toFixed(2),
      `${Math.min(...all).toFixed(2)}–${Math.max(...all).toFixed(2)}`,
      figure.limit === undefined
        ? ''
        : `${figure.atLeast === true ? '≥' : '≤'} ${figure.limit.toFixed(2)}`,
      figure.limit === undefined ? '' : isWithinLimit(figure) ? 'ok' : 'OVER',
    ]
  })
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join(
    '\n',
  )
}

const shown = (value: number) => value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
