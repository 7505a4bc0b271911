import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { useOutboxExport } from './useOutboxExport.tsx'

/** The export as one of a dialog's buttons, for who is about to lose what waits (ID-25). */
export function ExportButton() {
  const texts = useTexts(unbindingTexts)
  const { start, sheet } = useOutboxExport()
  return (
    <>
      <Button tone="second" onClick={() => void start()}>
        {texts.exportFirst}
      </Button>
      {sheet}
    </>
  )
}
