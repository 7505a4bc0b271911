import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { navigateAway } from '#app/host/navigate-away.ts'
import { useLanguage } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { showToast } from '#app/ui/toast.ts'
import type { AppAction } from './app-action.ts'

/** Performs the action of a tap on an application. */
export type RunAppAction = (tap: AppAction, options?: { replace?: boolean }) => void

/**
 * Returns the function that performs a tap's action. The function stays the same until the language
 * changes.
 */
export function useRunAppAction(onCode: () => void): RunAppAction {
  const router = useRouter()
  const language = useLanguage()
  return useCallback(
    (tap, { replace = false } = {}) => {
      switch (tap.type) {
        case 'internal':
          return void router.navigate({ href: tap.href, replace })
        case 'external':
          return void navigateAway(tap.href)
        case 'message':
          return showToast(tap.text[language])
        case 'pass':
          return onCode()
        case 'nothing':
          return undefined
      }
    },
    [router, language, onCode],
  )
}

/** The address of the link for a tap's action; undefined if the action opens no address. */
export function appActionHref(tap: AppAction): string | undefined {
  if (tap.type === 'internal') return appConfig.base + tap.href.slice(1)
  return tap.type === 'external' ? tap.href : undefined
}
