import { useEffect, useState } from 'react'
import { isQueryInMemory, isQueryCached } from '#app/lib/cache/cached-query.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { useSession } from '#app/lib/session/session.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { resolveAppAction } from '../apps/app-action.ts'

const FEES = 'fees'
const load = () => import('./OwedAmountCard.tsx')
const OwedCard = lazyComponent(async () => (await load()).OwedAmountCard)

/**
 * Loads the owed amount before the first render, because an amount that appears later would shift
 * the layout.
 */
export async function prepareOwedAmountCard(): Promise<void> {
  if (!(await isQueryCached(FEES))) return
  const [{ prefetchOwedAmount }] = await Promise.all([load(), OwedCard.load()])
  await prefetchOwedAmount()
}

/** The amount that a continuing student owes, if this phone has read the fees. */
export function OwedAmountSection() {
  const tap = resolveAppAction('onlinefee', useSession())
  const seen = useHasSeenFees()
  return seen && tap.type === 'internal' ? <OwedCard href={tap.href} /> : null
}

// Whether this phone has opened the fees before; for other students the home page sends no request.
// It is checked at each visit, since the fees might have been opened in between.
function useHasSeenFees(): boolean {
  const [seen, setSeen] = useState(() => isQueryInMemory(FEES))
  useEffect(() => {
    let isHere = true
    const look = async () => {
      await whenInitialQueriesSettled()
      const found = await isQueryCached(FEES)
      if (isHere) setSeen(found)
    }
    if (!seen) look().catch(() => {})
    return () => void (isHere = false)
  }, [seen])
  return seen
}
