import { createFileRoute } from '@tanstack/react-router'
import { NoticeListScreen } from '#app/features/notices/NoticeListScreen.tsx'

export const Route = createFileRoute('/notice/')({
  staticData: { offlineFor: 'nobody' },
  component: NoticeListScreen,
})
