import { type ComponentProps, useState } from 'react'
import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { usePart } from '#app/ui/part.tsx'
import { timetableWords } from '#words/timetable'
import type { ExportSheet } from './ExportSheet.tsx'

type Props = ComponentProps<typeof ExportSheet>

const load = async () => {
  const { ExportSheet: Sheet } = await import('./ExportSheet.tsx')
  return (props: Props) => <Sheet {...props} />
}

/** The way of the timetable into the phone's own calendar. */
export function Export({ number }: { number: string }) {
  const words = useWords(timetableWords)
  const [open, setOpen] = useState(false)
  const draw = usePart(load, open)
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {words.export}
      </Button>
      {open && draw?.({ number, onClose: () => setOpen(false) })}
    </>
  )
}
