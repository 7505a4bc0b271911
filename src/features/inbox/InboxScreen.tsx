import { EntryScreen } from './EntryScreen.tsx'
import { ListScreen } from './ListScreen.tsx'

/** The inbox: its list, or the entry that the address names. */
export function InboxScreen({ rest }: { rest: string }) {
  return rest === '' ? <ListScreen /> : <EntryScreen key={rest} id={rest} />
}
