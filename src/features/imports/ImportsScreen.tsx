import { EntryScreen } from './EntryScreen.tsx'
import { ListScreen } from './ListScreen.tsx'

/** The import: a new file and what was imported, or the import that the address names. */
export function ImportsScreen({ rest }: { rest: string }) {
  return rest === '' ? <ListScreen /> : <EntryScreen key={rest} id={rest} />
}
