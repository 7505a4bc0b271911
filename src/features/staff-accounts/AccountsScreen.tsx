import { useState } from 'react'
import {
  PagedTable,
  OfficePage,
  SearchLine,
  type TableColumn,
  OfficeLink,
  OfficeButtonLink,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { type Account, PASSWORD_STATES, staffAccounts } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { AccountState, useRoleNames } from './AccountState.tsx'

/** All staff accounts, by work number. */
export function AccountsScreen() {
  const texts = useTexts(staffAccountsTexts)
  const { named, options } = useRoleNames()
  const [find, setFind] = useState('')
  const [role, setRole] = useState('')
  const [state, setState] = useState('')
  const columns: readonly TableColumn<Account>[] = [
    {
      title: texts.name,
      cell: ({ code, name }) => (
        <OfficeLink to={`staff/${code}`}>
          {name} {code}
        </OfficeLink>
      ),
    },
    { title: texts.department, cell: ({ department }) => department },
    { title: texts.post, cell: ({ post }) => post },
    { title: texts.roles, cell: ({ roles, byPost }) => named([...new Set([...roles, ...byPost])]) },
    { title: texts.buildings, cell: ({ buildings }) => buildings.join('、') },
    { title: texts.state, cell: (account) => <AccountState account={account} /> },
  ]
  return (
    <OfficePage
      title={texts.title}
      actions={
        <>
          <OfficeButtonLink tone="second" to="staff/passwords">
            {texts.issue}
          </OfficeButtonLink>
          <ButtonLink to="/manage/$" params={{ _splat: 'staff/new' }}>
            {texts.create}
          </ButtonLink>
        </>
      }
    >
      <p>{texts.about}</p>
      <SearchLine label={texts.find} onSearch={setFind}>
        <SelectField
          label={texts.roles}
          value={role}
          options={[{ value: '', label: texts.anyRole }, ...options]}
          onChange={setRole}
        />
        <SelectField
          label={texts.state}
          value={state}
          options={[
            { value: '', label: texts.anyState },
            { value: 'none', label: texts.noPassword },
            { value: 'first', label: texts.ofFirst },
            { value: 'own', label: texts.active },
            { value: 'closed', label: texts.closed },
          ]}
          onChange={setState}
        />
      </SearchLine>
      <PagedTable
        title={texts.title}
        name="staff"
        entry={staffAccounts.list}
        input={{ find, role, state: PASSWORD_STATES.find((one) => one === state) }}
        rowsOf={({ accounts }) => accounts}
        columns={columns}
        rowKey={({ code }) => code}
      />
    </OfficePage>
  )
}
