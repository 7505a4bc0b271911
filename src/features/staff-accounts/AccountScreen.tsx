import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { staffAccounts } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { type AccountAction, AccountActionDialog } from './AccountActionDialog.tsx'
import { AccountState, useRoleNames } from './AccountState.tsx'
import { EditAccountForm } from './EditAccountForm.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import styles from './staff-accounts.module.css'

/** One account: its details and the available actions. */
export function AccountScreen({ code }: { code: string }) {
  const texts = useTexts(staffAccountsTexts)
  const { named } = useRoleNames()
  const read = useOnlineQuery({ name: 'staff-one', entry: staffAccounts.one, input: { code } })
  const [act, setAct] = useState<AccountAction>()
  const [changing, setChanging] = useState(false)
  const [password, setPassword] = useState<{ password: string; until: string | undefined }>()
  const account = read.data?.account
  if (account === undefined)
    return (
      <OfficePage title={texts.title}>
        <QueryFallback kept={read} rows={6} />
      </OfficePage>
    )
  const acts: readonly AccountAction[] = [
    'giveRoles',
    'giveBuildings',
    'giveClasses',
    'resetPassword',
    'unlock',
    'endSignIns',
    ...(account.hasFactor ? (['resetFactor'] as const) : []),
    account.closed ? 'openAccount' : 'closeAccount',
  ]
  return (
    <OfficePage title={`${account.name} ${account.code}`}>
      {changing ? (
        <EditAccountForm
          account={account}
          version={read.etag}
          onDone={() => {
            setChanging(false)
            read.retry()
          }}
        />
      ) : (
        <div className={styles['narrow']}>
          <Card flush>
            <Row label={texts.state} value={<AccountState account={account} />} />
            <Row label={texts.department} value={account.department} />
            <Row label={texts.post} value={account.post} />
            <Row label={texts.phone} value={account.phone} />
            <Row label={texts.roles} value={named(account.roles)} />
            {account.byPost.length > 0 && (
              <Row label={texts.byPost} value={named(account.byPost)} />
            )}
            <Row
              label={texts.buildings}
              value={account.buildings.join('、') || texts.noBuildings}
            />
            {account.classes !== undefined && (
              <Row label={texts.classes} value={account.classes.join('、') || texts.noClasses} />
            )}
            <Row label={texts.signInsTitle} value={texts.signIns(account.signIns)} />
          </Card>
          <div className={styles['acts']}>
            <Button tone="second" onClick={() => setChanging(true)}>
              {texts.change}
            </Button>
            {acts.map((one) => (
              <Button
                key={one}
                tone={one === 'closeAccount' ? 'danger' : 'second'}
                onClick={() => setAct(one)}
              >
                {texts[one]}
              </Button>
            ))}
          </div>
        </div>
      )}
      {act !== undefined && (
        <AccountActionDialog
          act={act}
          account={account}
          buildings={read.data?.buildings ?? []}
          version={read.etag}
          onClose={() => setAct(undefined)}
          onDone={(first) => {
            setAct(undefined)
            setPassword(first)
            read.retry()
          }}
        />
      )}
      <FirstPassword
        name={account.name}
        password={password?.password}
        until={password?.until}
        onClose={() => setPassword(undefined)}
      />
    </OfficePage>
  )
}
