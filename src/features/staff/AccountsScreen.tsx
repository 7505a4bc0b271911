import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LiveTable, OfficePage, SearchLine, type Column } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { SelectField } from '#app/ui/SelectField.tsx'
import { staff, type Account } from '#contract/staff'
import { staffWords } from '#words/staff'
import { AccountState, useRoleNames } from './state.tsx'

/** Everybody who can sign in as staff, by work number. */
export function AccountsScreen() {
  const words = useWords(staffWords)
  const { named, options } = useRoleNames()
  const [find, setFind] = useState('')
  const [role, setRole] = useState('')
  const columns: readonly Column<Account>[] = [
    {
      key: 'name',
      title: words.name,
      cell: ({ code, name }) => (
        <Link to="/manage/$" params={{ _splat: `staff/${code}` }}>
          {name} {code}
        </Link>
      ),
    },
    { key: 'department', title: words.department, cell: ({ department }) => department },
    { key: 'post', title: words.post, cell: ({ post }) => post },
    {
      key: 'roles',
      title: words.roles,
      cell: ({ roles, byPost }) => named([...new Set([...roles, ...byPost])]),
    },
    { key: 'buildings', title: words.buildings, cell: ({ buildings }) => buildings.join('、') },
    { key: 'state', title: words.state, cell: (account) => <AccountState account={account} /> },
  ]
  return (
    <OfficePage
      title={words.title}
      actions={
        <ButtonLink to="/manage/$" params={{ _splat: 'staff/new' }}>
          {words.create}
        </ButtonLink>
      }
    >
      <p>{words.about}</p>
      <SearchLine label={words.find} onSearch={setFind}>
        <SelectField
          label={words.roles}
          value={role}
          options={[{ value: '', label: words.anyRole }, ...options]}
          closeLabel={words.close}
          onChange={setRole}
        />
      </SearchLine>
      <LiveTable
        title={words.title}
        name="staff"
        entry={staff.list}
        input={{ find, role }}
        rowsOf={({ accounts }) => accounts}
        columns={columns}
        rowKey={({ code }) => code}
      />
    </OfficePage>
  )
}
