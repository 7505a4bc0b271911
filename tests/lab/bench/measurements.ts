/** A measurement: the values of the product and of the floor, round by round. */
export interface Measurement {
  readonly name: string
  readonly unit: 'ms' | 'KB' | 'MB' | '/s'
  readonly ours: readonly number[]
  readonly floor: readonly number[]
  /**
   * The highest allowed ratio of ours / floor, or with `atLeast` the lowest. A measurement without
   * a limit is for information.
   */
  readonly limit?: number
  readonly atLeast?: boolean
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? above) + above) / 2 : above
}

/**
 * The ratios within each round. The machine's speed drifts between rounds, which cancels out in a
 * ratio.
 */
export const computeRatios = ({ ours, floor }: Measurement): number[] =>
  ours.map((one, round) => one / (floor[round] ?? Number.NaN))

/** Whether this measurement is within its limit. A measurement without values is not. */
export function isWithinLimit(figure: Measurement): boolean {
  if (figure.limit === undefined) return true
  const ratio = median(computeRatios(figure))
  return figure.atLeast === true ? ratio >= figure.limit : ratio <= figure.limit
}

/** Format all measurements as one table. */
export function formatTable(figures: readonly Measurement[]): string {
  const head = ['figure', 'measured', 'floor', 'ratio', 'min–max', 'limit', '']
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
