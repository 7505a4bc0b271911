import { useQueries } from '@tanstack/react-query'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { gradesQuery } from './queries.ts'

/**
 * The term that the page opens with: the newest that has grades; of `labels`, newest first, none is
 * passed by before its answer. Offline no answer is to come: the newest with grades on this phone, or
 * else the newest that was never read, of which nobody knows that it has none.
 */
export function useInitialTerm(number: string, labels: readonly string[]): string | undefined {
  const isOffline = useNetwork() === 'offline'
  const sizes = useQueries({
    queries: labels.map((label) => gradesQuery(number, label)),
    combine: (results) => results.map(({ data }) => data?.value.grades.length),
  })
  const unknown = sizes.findIndex((size) => size === undefined)
  const graded = sizes.findIndex((size) => size !== undefined && size > 0)
  const isFirstUnknown = unknown >= 0 && (graded < 0 || (!isOffline && unknown < graded))
  return labels[Math.max(0, isFirstUnknown ? unknown : graded)]
}
