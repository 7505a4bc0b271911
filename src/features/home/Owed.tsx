import { isKept } from '#app/lib/kept.ts'
import { firstReadsEnded } from '#app/lib/quiet.ts'
import { useSession } from '#app/lib/session.ts'
import { usePart } from '#app/ui/part.tsx'
import { tapOf } from './tap.ts'

// Only who has looked at the fees on this phone: for the others home asks nothing more.
const load = async () => {
  await firstReadsEnded()
  if (!(await isKept('fees'))) return () => null
  const { OwedCard } = await import('./OwedCard.tsx')
  return (props: { href: string }) => <OwedCard {...props} />
}

/** What a continuing student owes by the fees that this phone has seen. */
export function Owed() {
  const tap = tapOf('onlinefee', useSession())
  const draw = usePart(load, true)
  return tap.type === 'inner' ? draw?.({ href: tap.href }) : null
}
