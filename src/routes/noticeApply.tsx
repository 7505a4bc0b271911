import { createFileRoute } from '@tanstack/react-router'
import { studentOnly } from '#app/features/identity/guard.ts'
import { ApplyScreen } from '#app/features/transfer/ApplyScreen.tsx'

export const Route = createFileRoute('/noticeApply')({ beforeLoad: (visit) => studentOnly(visit), component: ApplyScreen })
