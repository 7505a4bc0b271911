import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import type { Turn } from '#app/ui/Turned.tsx'
import { auditWords } from '#words/audit'

// Of this visit only: nothing of an application is kept on the device.
const degreesOf = new Map<string, number>()

/** How this picture was turned in this visit, and turning it a quarter further. */
export function useTurn(picture: string): Turn {
  const words = useWords(auditWords)
  const [degrees, setDegrees] = useState(() => degreesOf.get(picture) ?? 0)
  return {
    degrees,
    label: words.turn,
    onTurn: () => {
      const next = (degrees + 90) % 360
      degreesOf.set(picture, next)
      setDegrees(next)
    },
  }
}
