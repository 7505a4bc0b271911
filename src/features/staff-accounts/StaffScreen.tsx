import { AccountScreen } from './AccountScreen.tsx'
import { AccountsScreen } from './AccountsScreen.tsx'
import { NewAccountScreen } from './NewAccountScreen.tsx'

/** The staff accounts: the list, one account, or a new one. */
export function StaffScreen({ rest }: { rest: string }) {
  if (rest === '') return <AccountsScreen />
  return rest === 'new' ? <NewAccountScreen /> : <AccountScreen key={rest} code={rest} />
}
