import { EntryScreen } from './EntryScreen.tsx'
import { ListScreen } from './ListScreen.tsx'

/** The changes of major: their list, or the one that the address names. */
export function TransferdeskScreen({ rest }: { rest: string }) {
  return rest === '' ? <ListScreen /> : <EntryScreen key={rest} id={rest} />
}
