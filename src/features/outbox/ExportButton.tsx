import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { useOutboxExport } from './useOutboxExport.tsx'

/** The export as a button of a dialog, before unsent forms are deleted (ID-25). */
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
