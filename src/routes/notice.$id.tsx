import { createFileRoute } from '@tanstack/react-router'
import { NoticeScreen } from '#app/features/notices/NoticeScreen.tsx'

export const Route = createFileRoute('/notice/$id')({
  staticData: { offlineFor: 'nobody' },
  component: NoticeScreen,
})
