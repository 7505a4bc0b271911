import { useState } from 'react'
import { isBegun } from '#app/features/fees/face.ts'
import { part } from '#app/ui/part.tsx'

const FoundCard = part(async () => (await import('./FoundCard.tsx')).FoundCard)

/**
 * News of a payment that this phone lost sight of, if there was one: for all others home asks
 * nothing more.
 */
export function Found({ stunum }: { stunum: string }) {
  const [wanted] = useState(isBegun)
  return wanted && <FoundCard stunum={stunum} />
}
