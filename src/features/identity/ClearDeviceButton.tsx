import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { UnbindDialogTrigger } from './Unbind.tsx'

/** Removes the remaining data from this phone after the campus has ended the sign-in. */
export function ClearDeviceButton() {
  const texts = useTexts(unbindingTexts)
  return (
    <UnbindDialogTrigger>
      {(open) => (
        <Button tone="danger" onClick={open}>
          {texts.clear}
        </Button>
      )}
    </UnbindDialogTrigger>
  )
}
