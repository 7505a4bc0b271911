import {
  formatChinaTime,
  OfficePage,
  ReasonSheet,
  Table,
  type TableColumn,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { serverNow } from '#app/lib/platform/server-clock.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { type ServiceAccount, serviceAccounts } from '#contract/service-accounts'
import { serviceAccountTexts } from '#i18n/service-accounts'
import { NewServiceAccountScreen } from './NewServiceAccountScreen.tsx'

/** The accounts of other systems: the list, or the form of a new one. */
export function ServiceAccountsScreen({ rest }: { rest: string }) {
  return rest === 'new' ? <NewServiceAccountScreen /> : <ServiceAccountList />
}

function ServiceAccountList() {
  const texts = useTexts(serviceAccountTexts)
  const read = useOnlineQuery({ name: 'services', entry: serviceAccounts.list, input: {} })
  const titles = new Map(read.data?.scopes.map(({ name, title }) => [name, title]))
  const columns: readonly TableColumn<ServiceAccount>[] = [
    {
      title: texts.name,
      cell: ({ name, code, hint }) => (
        <>
          <div>{name}</div>
          <MutedText>{`${code} …${hint}`}</MutedText>
        </>
      ),
    },
    {
      title: texts.scopes,
      cell: ({ scopes }) => scopes.map((name) => titles.get(name) ?? name).join('、'),
    },
    {
      title: texts.allowedAddresses,
      cell: ({ addresses }) => (addresses.length === 0 ? texts.anyAddress : addresses.join('、')),
    },
    { title: texts.perMinute, cell: ({ perMinute }) => perMinute, isNumeric: true },
    {
      title: texts.used,
      cell: ({ usedAt, usedFrom }) =>
        usedAt === '' ? (
          texts.never
        ) : (
          <>
            <div>{formatChinaTime(usedAt)}</div>
            <MutedText>{usedFrom}</MutedText>
          </>
        ),
    },
    { title: texts.lastDay, cell: ({ expiresAt }) => formatChinaTime(expiresAt) },
    {
      title: texts.state,
      cell: (account) => <AccountState account={account} onRevoked={read.retry} />,
    },
  ]
  return (
    <OfficePage
      title={texts.title}
      actions={
        <ButtonLink to="/manage/$" params={{ _splat: 'services/new' }}>
          {texts.create}
        </ButtonLink>
      }
    >
      <p>{texts.about}</p>
      {read.data === undefined ? (
        <QueryFallback kept={read} failed={texts.title} />
      ) : (
        <Table
          caption={texts.title}
          titled
          columns={columns}
          rows={read.data.accounts}
          rowKey={({ code }) => code}
          empty={<p>{texts.none}</p>}
        />
      )}
    </OfficePage>
  )
}

function AccountState({
  account: { code, name, expiresAt, revokedAt },
  onRevoked,
}: {
  account: ServiceAccount
  onRevoked: () => void
}) {
  const texts = useTexts(serviceAccountTexts)
  if (revokedAt !== '')
    return (
      <>
        <Pill tone="mute">{texts.revoked}</Pill>
        <MutedText>{formatChinaTime(revokedAt)}</MutedText>
      </>
    )
  const isOver = Date.parse(expiresAt) <= serverNow()
  return (
    <>
      <Pill tone={isOver ? 'mute' : 'done'}>{isOver ? texts.expired : texts.valid}</Pill>
      {!isOver && (
        <ReasonSheet
          action={texts.revoke}
          named={texts.revokeOf(name)}
          about={texts.revokeAbout}
          entry={serviceAccounts.revoke}
          input={(reason) => ({ code, reason })}
          done={texts.revoked}
          onEnd={onRevoked}
        />
      )}
    </>
  )
}
