import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { officeTexts } from '#i18n/office'

/**
 * Asks for a confirmation before the user leaves a page with unsaved changes: by a link, by Back,
 * or by closing or reloading the page, for which the browser shows its own text.
 */
export function useUnsavedChangesPrompt(isUnsaved: boolean): void {
  const { leaveUnsaved } = useTexts(officeTexts)
  const { history } = useRouter()
  useEffect(
    () =>
      isUnsaved
        ? history.block({
            blockerFn: () => !window.confirm(leaveUnsaved),
            enableBeforeUnload: true,
          })
        : undefined,
    [history, isUnsaved, leaveUnsaved],
  )
}
