import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { part } from '#app/ui/part.tsx'
import { timetableTexts } from '#i18n/timetable'

const ExportSheet = part(async () => (await import('./ExportSheet.tsx')).ExportSheet)

/** The way of the timetable into the phone's own calendar. */
export function Export({ number }: { number: string }) {
  const texts = useTexts(timetableTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      <ExportSheet open={open} number={number} onClose={() => setOpen(false)} />
    </>
  )
}
