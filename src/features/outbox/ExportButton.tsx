import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { useOutboxExport } from './useOutboxExport.tsx'

/** A button that exports unsent forms, in a dialog that is about to delete them (ID-25). */
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
