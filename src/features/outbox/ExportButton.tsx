import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingWords } from '#words/unbinding'
import { useExport } from './useExport.tsx'

/** The export as one of a dialog's buttons, for who is about to lose what waits (ID-25). */
export function ExportButton() {
  const words = useWords(unbindingWords)
  const { start, sheet } = useExport()
  return (
    <>
      <Button tone="second" onClick={() => void start()}>
        {words.exportFirst}
      </Button>
      {sheet}
    </>
  )
}
