import { ResultDetailScreen } from './ResultDetailScreen.tsx'
import { ResultListScreen } from './ResultListScreen.tsx'

/** The results of the evaluation. The address contains the period, the grouping, and the id. */
export function EvaluationResultsScreen({ rest }: { rest: string }) {
  const [period = '', way, ...ids] = rest.split('/')
  const by = way === 'teacher' ? 'teacher' : 'course'
  const id = ids.join('/')
  return id === '' ? (
    <ResultListScreen period={period} by={by} />
  ) : (
    <ResultDetailScreen period={period} by={by} id={id} />
  )
}
