import { useCallback, useState } from 'react'
import { useLanguage } from '#app/lib/language/language.ts'
import { currentSession } from '#app/lib/session/session.ts'
import { INVALID_INPUT_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'

/**
 * Opens the dialog with the personal code. The dialog itself checks whether the code can be shown
 * (PassDialog.tsx).
 */
export function usePassDialog() {
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => {
    if (currentSession() === null) return showToast(commonTexts.bindFirst[language])
    showToast(homeTexts.codeChecking[language], { ms: INVALID_INPUT_TOAST_MS })
    return setOpen(true)
  }, [language])
  return { isOpen, open, close: () => setOpen(false) }
}
