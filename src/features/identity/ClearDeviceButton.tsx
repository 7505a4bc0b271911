import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { unbindingTexts } from '#i18n/unbinding'
import { UnbindDialogTrigger } from './Unbind.tsx'

/** After the campus has ended the sign-in: remove what is still on this phone. */
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
