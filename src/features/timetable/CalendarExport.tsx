import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { timetableTexts } from '#i18n/timetable'

const ExportSheet = lazyComponent(
  async () => (await import('./CalendarExportSheet.tsx')).CalendarExportSheet,
)

/** The way of the timetable into the phone's own calendar. */
export function CalendarExport({ number }: { number: string }) {
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
