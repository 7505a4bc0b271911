import { useEffect, useState } from 'react'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { arrivals, type ArrivalFilter } from '#contract/arrivals'

const EVERY_MS = 3_000

/** Polls the counts of the arrival day every few seconds; returns them with their age, seconds. */
export function useArrivalOverview(filter: ArrivalFilter) {
  const read = useOnlineQuery({
    name: 'arrival-overview',
    entry: arrivals.overview,
    input: filter,
    refetchInterval: EVERY_MS,
  })
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { ...read, age: Math.max(0, Math.round((now - read.at) / 1000)) }
}
