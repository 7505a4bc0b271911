import { isKept } from '#app/lib/kept.ts'
import { firstReadsEnded } from '#app/lib/quiet.ts'
import { useSession } from '#app/lib/session.ts'
import { part } from '#app/ui/part.tsx'
import { tapOf } from './tap.ts'

// Only who has looked at the fees on this phone: for the others home asks nothing more.
const OwedCard = part<{ href: string }>(async () => {
  await firstReadsEnded()
  if (!(await isKept('fees'))) return () => null
  return (await import('./OwedCard.tsx')).OwedCard
})

/** What a continuing student owes by the fees that this phone has seen. */
export function Owed() {
  const tap = tapOf('onlinefee', useSession())
  return tap.type === 'inner' ? <OwedCard href={tap.href} /> : null
}
