import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#app/features/home/HomeScreen.tsx'
import { loadTodayCard } from '#app/features/home/public.ts'
import { guardPublicPage, UnbindLink } from '#app/features/identity/public.ts'
import { LazyExportButton } from '#app/features/outbox/public.ts'
import { parseNextParam } from '#app/lib/session/safe-redirect.ts'
import { currentSession } from '#app/lib/session/session.ts'

export const Route = createFileRoute('/')({
  staticData: { offlineFor: 'everybody' },
  // Nearly every first visit begins here, so this screen is part of the first load, which saves a
  // round trip.
  codeSplitGroupings: [],
  validateSearch: parseNextParam,
  beforeLoad: (visit) => guardPublicPage(visit),
  loader: () => {
    const session = currentSession()
    return session === null ? undefined : loadTodayCard(session).catch(() => {})
  },
  component: Home,
})

function Home() {
  return (
    <HomeScreen
      next={Route.useSearch().next}
      unbind={<UnbindLink exporting={<LazyExportButton />} />}
    />
  )
}
