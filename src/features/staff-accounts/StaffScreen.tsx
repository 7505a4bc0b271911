import { AccountScreen } from './AccountScreen.tsx'
import { AccountsScreen } from './AccountsScreen.tsx'
import { IssuePasswordsScreen } from './IssuePasswordsScreen.tsx'
import { NewAccountScreen } from './NewAccountScreen.tsx'

/** The staff accounts: the list, one account, a new one, or first passwords in bulk. */
export function StaffScreen({ rest }: { rest: string }) {
  if (rest === '') return <AccountsScreen />
  if (rest === 'passwords') return <IssuePasswordsScreen />
  return rest === 'new' ? <NewAccountScreen /> : <AccountScreen key={rest} code={rest} />
}
