import { useState } from 'react'
import { isBegun } from '#app/features/fees/face.ts'
import { usePart } from '#app/ui/part.tsx'

const load = async () => {
  const { FoundCard } = await import('./FoundCard.tsx')
  return (props: { stunum: string }) => <FoundCard {...props} />
}

/** News of a payment that this phone lost sight of, if there was one: for all others home asks nothing more. */
export function Found({ stunum }: { stunum: string }) {
  const [wanted] = useState(isBegun)
  return wanted && <Card stunum={stunum} />
}

function Card(props: { stunum: string }) {
  return usePart(load, true)?.(props) ?? null
}
