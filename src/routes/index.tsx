import { createFileRoute } from '@tanstack/react-router'
import { loadToday } from '#app/features/home/face.ts'
import { HomeScreen } from '#app/features/home/HomeScreen.tsx'
import { openPage, UnbindLink } from '#app/features/identity/face.ts'
import { ExportButtonLater } from '#app/features/outbox/face.ts'
import { nextOf } from '#app/lib/inner.ts'
import { currentSession } from '#app/lib/session.ts'

export const Route = createFileRoute('/')({
  staticData: { offlineFor: 'everybody' },
  // Nearly every first visit begins here: its screen is in the first load instead of one round trip
  // behind it.
  codeSplitGroupings: [],
  validateSearch: nextOf,
  beforeLoad: (visit) => openPage(visit),
  loader: () => {
    const session = currentSession()
    return session === null ? undefined : loadToday(session).catch(() => {})
  },
  component: Home,
})

function Home() {
  return (
    <HomeScreen
      next={Route.useSearch().next}
      unbind={<UnbindLink exporting={<ExportButtonLater />} />}
    />
  )
}
