import { useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { part } from '#app/ui/part.tsx'
import { timetableWords } from '#words/timetable'

const ExportSheet = part(async () => (await import('./ExportSheet.tsx')).ExportSheet)

/** The way of the timetable into the phone's own calendar. */
export function Export({ number }: { number: string }) {
  const words = useWords(timetableWords)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {words.export}
      </Button>
      <ExportSheet open={open} number={number} onClose={() => setOpen(false)} />
    </>
  )
}
