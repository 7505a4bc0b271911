import { useEffect, useState } from 'react'
import { isReadInMemory, isReadCached } from '#app/lib/cache/cached-query.ts'
import { whenInitialQueriesSettled } from '#app/lib/cache/initial-queries.ts'
import { useSession } from '#app/lib/session/session.ts'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { resolveAppAction } from '../apps/app-action.ts'

const FEES = 'fees'
const load = () => import('./OwedCard.tsx')
const OwedCard = lazyComponent(async () => (await load()).OwedCard)

/** Have what is owed at hand for the first drawing: what comes later pushes the page down. */
export async function prepareOwedCard(): Promise<void> {
  if (!(await isReadCached(FEES))) return
  const [{ prefetchOwed }] = await Promise.all([load(), OwedCard.load()])
  await prefetchOwed()
}

/** What a continuing student owes by the fees that this phone has seen. */
export function OwedSection() {
  const tap = resolveAppAction('onlinefee', useSession())
  const seen = useHasSeenFees()
  return seen && tap.type === 'internal' ? <OwedCard href={tap.href} /> : null
}

// Only who has looked at the fees on this phone: for the others home asks nothing more. Looked up
// at each visit, since they may be seen between two.
function useHasSeenFees(): boolean {
  const [seen, setSeen] = useState(() => isReadInMemory(FEES))
  useEffect(() => {
    let isHere = true
    const look = async () => {
      await whenInitialQueriesSettled()
      const found = await isReadCached(FEES)
      if (isHere) setSeen(found)
    }
    if (!seen) look().catch(() => {})
    return () => void (isHere = false)
  }, [seen])
  return seen
}
