import { InboxEntryScreen } from './InboxEntryScreen.tsx'
import { InboxListScreen } from './InboxListScreen.tsx'

/** The inbox: its list, or the entry that the address names. */
export function InboxScreen({ rest }: { rest: string }) {
  return rest === '' ? <InboxListScreen /> : <InboxEntryScreen key={rest} id={rest} />
}
