import { ImportListScreen } from './ImportListScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'

/** The import: a new file and what was imported, or the import that the address names. */
export function ImportsScreen({ rest }: { rest: string }) {
  return rest === '' ? <ImportListScreen /> : <ImportScreen key={rest} id={rest} />
}
