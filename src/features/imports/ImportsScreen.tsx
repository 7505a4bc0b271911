import { ImportListScreen } from './ImportListScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'

/** The imports: the upload with earlier imports, or the import named in the address. */
export function ImportsScreen({ rest }: { rest: string }) {
  return rest === '' ? <ImportListScreen /> : <ImportScreen key={rest} id={rest} />
}
