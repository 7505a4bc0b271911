import { createFileRoute } from '@tanstack/react-router'
import { studentOnly } from '#app/features/identity/face.ts'
import { ApplyScreen } from '#app/features/transfer/ApplyScreen.tsx'
import { ChangeScreen } from '#app/features/transfer/ChangeScreen.tsx'

export const Route = createFileRoute('/noticeApply')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: ({ change }): { change?: string } =>
    typeof change === 'string' && change !== '' ? { change } : {},
  beforeLoad: (visit) => studentOnly(visit),
  component: NoticeApply,
})

function NoticeApply() {
  const { change } = Route.useSearch()
  return change === undefined ? <ApplyScreen /> : <ChangeScreen id={change} />
}
