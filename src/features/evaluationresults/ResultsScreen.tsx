import { ListScreen } from './ListScreen.tsx'
import { OneScreen } from './OneScreen.tsx'

/** Results of the evaluation; the address names the period, by what, and which one. */
export function ResultsScreen({ rest }: { rest: string }) {
  const [period = '', way, ...ids] = rest.split('/')
  const by = way === 'teacher' ? 'teacher' : 'course'
  const id = ids.join('/')
  return id === '' ? (
    <ListScreen period={period} by={by} />
  ) : (
    <OneScreen period={period} by={by} id={id} />
  )
}
