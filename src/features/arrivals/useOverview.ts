import { useEffect, useState } from 'react'
import { useLiveRead } from '#app/lib/live-read.ts'
import { arrivals, type StudentFilter } from '#contract/arrivals'

const EVERY_MS = 3_000

/** The arrival day in figures, asked for every few seconds, with how many seconds old they are. */
export function useOverview(filter: StudentFilter) {
  const read = useLiveRead({
    name: 'arrival-overview',
    entry: arrivals.overview,
    input: filter,
    every: EVERY_MS,
  })
  const [now, tick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { ...read, age: Math.max(0, Math.round((now - read.at) / 1000)) }
}
