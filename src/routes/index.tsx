import { createFileRoute } from '@tanstack/react-router'
import { loadTodayCard } from '#app/features/home/face.ts'
import { HomeScreen } from '#app/features/home/HomeScreen.tsx'
import { guardPublicPage, UnbindLink } from '#app/features/identity/face.ts'
import { LazyExportButton } from '#app/features/outbox/face.ts'
import { parseNextParam } from '#app/lib/inner.ts'
import { currentSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/')({
  staticData: { offlineFor: 'everybody' },
  // Nearly every first visit begins here: its screen is in the first load instead of one round trip
  // behind it.
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
