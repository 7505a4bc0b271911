import { useQueries } from '@tanstack/react-query'
import { useNetwork } from '#app/lib/network.ts'
import { gradesQuery } from './queries.ts'

/**
 * The term that the page opens with: the newest that has grades; of `labels`, newest first, none is
 * passed by before its answer.
 */
export function useOpened(number: string, labels: readonly string[]): string | undefined {
  const isOffline = useNetwork() === 'offline'
  const sizes = useQueries({
    queries: labels.map((label) => gradesQuery(number, label)),
    combine: (results) => results.map(({ data }) => data?.value.grades.length),
  })
  // Offline no answer is to come: the newest that is on this phone.
  const newest = sizes.findIndex((size) => (size === undefined ? !isOffline : size > 0))
  return labels[Math.max(0, newest)]
}
