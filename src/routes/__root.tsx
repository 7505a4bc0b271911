import { createRootRoute, Outlet, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PendingScreen } from '#app/features/app-shell/PendingScreen.tsx'
import { AppShell } from '#app/features/app-shell/public.ts'
import { nextPaint } from '#app/lib/platform/next-paint.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'
import { useSessionEndReason } from '#app/lib/session/session.ts'

export const Route = createRootRoute({
  staticData: { offlineFor: 'everybody' },
  // The tapped link is shown as pressed before its page is loaded and rendered. On the first load
  // nothing was tapped.
  beforeLoad: ({ cause }) => (cause === 'stay' ? nextPaint() : undefined),
  component: () => (
    <AppShell>
      <Screen />
    </AppShell>
  ),
})

const EndedScreen = lazy(() =>
  import('#app/features/identity/SessionEndedScreen.tsx').then((module) => ({
    default: module.SessionEndedScreen,
  })),
)
/** Pages that work without a binding; none shows personal data. */
const OPEN = /^\/(login|outbox|me|more|notice|schoolcalendar|schoolknow|feemenu)(\/|$)/i

// The end of a session is shown on every page, because no screen is allowed to present it as
// missing data.
function Screen() {
  const why = useSessionEndReason()
  const { href, pathname, search } = useRouterState({ select: ({ location }) => location })
  if (why === undefined || OPEN.test(pathname)) return <Outlet />
  return (
    <Suspense fallback={<PendingScreen />}>
      <EndedScreen why={why} next={pathname === '/' ? parseNextParam(search).next : href} />
    </Suspense>
  )
}
