import { useEffect, useState } from 'react'
import { isHeld, isKept } from '#app/lib/kept.ts'
import { firstReadsEnded } from '#app/lib/quiet.ts'
import { useSession } from '#app/lib/session.ts'
import { part } from '#app/ui/part.tsx'
import { tapOf } from './tap.ts'

const FEES = 'fees'
const load = () => import('./OwedCard.tsx')
const OwedCard = part(async () => (await load()).OwedCard)

/** Have what is owed at hand for the first drawing: what comes later pushes the page down. */
export async function readyOwed(): Promise<void> {
  if (!(await isKept(FEES))) return
  const [{ startOwed }] = await Promise.all([load(), OwedCard.load()])
  await startOwed()
}

/** What a continuing student owes by the fees that this phone has seen. */
export function Owed() {
  const tap = tapOf('onlinefee', useSession())
  const seen = useFeesSeen()
  return seen && tap.type === 'inner' ? <OwedCard href={tap.href} /> : null
}

// Only who has looked at the fees on this phone: for the others home asks nothing more. Looked up
// at each visit, since they may be seen between two.
function useFeesSeen(): boolean {
  const [seen, setSeen] = useState(() => isHeld(FEES))
  useEffect(() => {
    let isHere = true
    const look = async () => {
      await firstReadsEnded()
      const found = await isKept(FEES)
      if (isHere) setSeen(found)
    }
    if (!seen) look().catch(() => {})
    return () => void (isHere = false)
  }, [seen])
  return seen
}
