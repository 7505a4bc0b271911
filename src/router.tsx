import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorScreen } from './features/frame/ErrorScreen.tsx'
import { NotFoundScreen } from './features/frame/NotFoundScreen.tsx'
import { PendingScreen } from './features/frame/PendingScreen.tsx'
import { config } from './lib/config.ts'
import { routeTree } from './routeTree.gen.ts'

/** The router over all addresses; a test gives a history of its own. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    basepath: config.base,
    scrollRestoration: true,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 300,
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
