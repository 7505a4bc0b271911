import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { OfficePage } from '#app/features/office/public.ts'
import { CheckboxGroup } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { NewAccount, staffAccounts } from '#contract/staff-accounts'
import { staffAccountsTexts } from '#i18n/staff-accounts'
import { useRoleNames } from './AccountState.tsx'
import { BuildingsField } from './BuildingsField.tsx'
import { FirstPassword } from './FirstPassword.tsx'
import styles from './staff-accounts.module.css'

const FIELDS = [
  ['code', 'workNumber'],
  ['name', 'name'],
  ['department', 'department'],
  ['post', 'post'],
  ['phone', 'phone'],
] as const
const EMPTY = { code: '', name: '', department: '', post: '', phone: '' }

/** Creates an account; its first password is shown once. */
export function NewAccountScreen() {
  const texts = useTexts(staffAccountsTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { options, rolesIn } = useRoleNames()
  const { send, busy, problem } = useOnlineCall()
  const known = useOnlineQuery({
    name: 'staff-buildings',
    entry: staffAccounts.buildings,
    input: {},
  })
  const [typed, setTyped] = useState(EMPTY)
  const [roles, setRoles] = useState<string[]>([])
  const [buildings, setBuildings] = useState<string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [password, setPassword] = useState<{ password: string; until: string | undefined }>()
  const submit = async () => {
    const input = { ...typed, roles: rolesIn(roles), buildings }
    const checked = v.safeParse(NewAccount.schema, input, { lang: language })
    setErrors(
      Object.fromEntries(
        (checked.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    if (!checked.success) return
    const outcome = await send(staffAccounts.create, input)
    if (outcome?.type === 'ok') setPassword(outcome.data)
  }
  return (
    <OfficePage title={texts.create}>
      <form
        className={styles['narrow']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Card flush>
          {FIELDS.map(([name, label]) => (
            <TextField
              key={name}
              label={texts[label]}
              value={typed[name]}
              error={errors[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          ))}
        </Card>
        <CheckboxGroup label={texts.roles} options={options} chosen={roles} onChange={setRoles} />
        <BuildingsField
          known={known.data?.buildings ?? []}
          chosen={buildings}
          onChange={setBuildings}
        />
        <Alert text={problem} />
        <Button type="submit" busy={busy}>
          {texts.create}
        </Button>
      </form>
      <FirstPassword
        name={typed.name}
        password={password?.password}
        until={password?.until}
        onClose={() =>
          void navigate({
            to: '/manage/$',
            params: { _splat: `staff/${typed.code.trim().toUpperCase()}` },
          })
        }
      />
    </OfficePage>
  )
}
