import { type AnyRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { OfflineFor } from '#contract/packs'
import { ErrorScreen } from './features/app-shell/ErrorScreen.tsx'
import { NotFoundScreen } from './features/app-shell/NotFoundScreen.tsx'
import { PendingScreen } from './features/app-shell/PendingScreen.tsx'
import { LazyOwnOutbox } from './features/outbox/public.ts'
import { LanguageProvider } from './lib/language/language.ts'
import { config } from './lib/platform/config.ts'
import { isServerRendering } from './lib/platform/server-rendering.ts'
import { SessionProvider } from './lib/session/session.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router over all addresses; a test gives a history of its own. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    basepath: config.base,
    scrollRestoration: !isServerRendering,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 300,
    Wrap: ({ children }) => (
      <LanguageProvider>
        <SessionProvider>{children}</SessionProvider>
      </LanguageProvider>
    ),
    ...(history && { history }),
  })

/**
 * Ask for the files of all screens: where no worker keeps them, what is not in memory cannot be
 * opened in a tunnel.
 */
export async function loadAllScreens(router: ReturnType<typeof createAppRouter>): Promise<void> {
  for (const [, route] of Object.entries(router.routesById))
    await router.loadRouteChunk(route)?.catch(() => {})
  await LazyOwnOutbox.load().catch(() => {})
}

/**
 * Ask for the file of the screen that the address leads to, before the router itself gets to it.
 */
export function loadScreen(router: ReturnType<typeof createAppRouter>): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes.get(String(routeId))
    // A file that does not come is the router's to tell when it asks again.
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => {})
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  /** A route that does not say it does not compile. */
  interface StaticDataRouteOption {
    readonly offlineFor: OfflineFor
  }
}
