import { useEffect, useState } from 'react'
import { isKept } from '#app/lib/kept.ts'
import { firstReadsEnded } from '#app/lib/quiet.ts'
import { useSession } from '#app/lib/session.ts'
import { part } from '#app/ui/part.tsx'
import { tapOf } from './tap.ts'

const OwedCard = part(async () => (await import('./OwedCard.tsx')).OwedCard)

/** What a continuing student owes by the fees that this phone has seen. */
export function Owed() {
  const tap = tapOf('onlinefee', useSession())
  const seen = useFeesSeen()
  return seen && tap.type === 'inner' ? <OwedCard href={tap.href} /> : null
}

// Only who has looked at the fees on this phone: for the others home asks nothing more. Looked up
// at each visit, since they may be seen between two.
function useFeesSeen(): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    let isHere = true
    const look = async () => {
      await firstReadsEnded()
      const found = await isKept('fees')
      if (isHere) setSeen(found)
    }
    look().catch(() => {})
    return () => void (isHere = false)
  }, [])
  return seen
}
