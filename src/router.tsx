import { type AnyRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { OfflineAudience } from '#contract/packs'
import { ErrorScreen } from './features/app-shell/ErrorScreen.tsx'
import { NotFoundScreen } from './features/app-shell/NotFoundScreen.tsx'
import { PendingScreen } from './features/app-shell/PendingScreen.tsx'
import { LazyOwnOutbox } from './features/outbox/public.ts'
import { LanguageProvider } from './lib/language/language.ts'
import { appConfig } from './lib/platform/config.ts'
import { isServerRendering } from './lib/platform/server-rendering.ts'
import { SessionProvider } from './lib/session/session.ts'
import { routeTree } from './routeTree.gen.ts'

/** Creates the router of all addresses; tests pass their own history. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    basepath: appConfig.base,
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

/** Loads the code of all screens. Without a service worker, only code in memory works offline. */
export async function loadAllScreens(router: ReturnType<typeof createAppRouter>): Promise<void> {
  for (const [, route] of Object.entries(router.routesById))
    await router.loadRouteChunk(route)?.catch(() => {})
  await LazyOwnOutbox.load().catch(() => {})
}

/** Loads the code of the current address's screen, before the router does. */
export function loadScreen(router: ReturnType<typeof createAppRouter>): void {
  const routes = new Map<string, AnyRoute>(Object.entries(router.routesById))
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    const route = routes.get(String(routeId))
    // On a failure the router loads the chunk again and reports the error.
    if (route !== undefined) void router.loadRouteChunk(route)?.catch(() => {})
  }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  /** A route without `offlineFor` does not compile. */
  interface StaticDataRouteOption {
    readonly offlineFor: OfflineAudience
  }
}
