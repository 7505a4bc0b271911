import { useWords } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingWords } from '#words/unbinding'
import { WithDialog } from './Unbind.tsx'

/** After the campus has ended the sign-in: remove what is still on this phone. */
export function ClearButton() {
  const words = useWords(unbindingWords)
  return (
    <WithDialog>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {words.clear}
        </Button>
      )}
    </WithDialog>
  )
}
