import { useTexts } from '#app/lib/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { WithDialog } from './Unbind.tsx'

/** After the campus has ended the sign-in: remove what is still on this phone. */
export function ClearButton() {
  const texts = useTexts(unbindingTexts)
  return (
    <WithDialog>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {texts.clear}
        </Button>
      )}
    </WithDialog>
  )
}
