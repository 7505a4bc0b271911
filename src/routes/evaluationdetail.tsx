import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { EvaluationResultScreen } from '#app/features/evaluation/EvaluationResultScreen.tsx'
import { requireStudent } from '#app/features/identity/public.ts'

export const Route = createFileRoute('/evaluationdetail')({
  staticData: { offlineFor: 'nobody' },
  validateSearch: v.object({ id: v.optional(v.fallback(v.string(), '')) }),
  beforeLoad: (visit) => requireStudent(visit),
  component: EvaluationResultScreen,
})
