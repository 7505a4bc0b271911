import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { officeTexts } from '#i18n/office'

/**
 * While something is not saved, whoever leaves the page is asked first: by its links, by Back, and
 * by closing or reloading it, where the browser asks in its own words.
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
