import { useEffect, useRef } from 'react'
import { useSession } from '#app/lib/session/session.ts'
import { firstPathSegment, resolveAppAction } from './app-action.ts'
import type { RunAppAction } from './useAppAction.ts'

/**
 * An address that names an application opens it once it is known and allowed; any other name is
 * ignored (D-16).
 */
export function useOpenApp(
  name: string | undefined,
  apps: readonly { address: string }[],
  act: RunAppAction,
): void {
  const session = useSession()
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (name === undefined || opened.current === name) return
    const named = apps.find((app) => firstPathSegment(app.address) === name.toLowerCase())
    if (named === undefined) return
    opened.current = name
    act(resolveAppAction(named.address, session), { replace: true })
  }, [name, apps, session, act])
}
