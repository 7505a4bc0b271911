import { InboxEntryScreen } from './InboxEntryScreen.tsx'
import { InboxListScreen } from './InboxListScreen.tsx'

/** The inbox: the list, or the entry named in the address. */
export function InboxScreen({ rest }: { rest: string }) {
  return rest === '' ? <InboxListScreen /> : <InboxEntryScreen key={rest} id={rest} />
}
