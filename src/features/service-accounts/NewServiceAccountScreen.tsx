import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import {
  CheckboxGroup,
  DateField,
  OfficePage,
  SheetFields,
  OfficeForm,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { NewServiceAccount, serviceAccounts } from '#contract/service-accounts'
import { serviceAccountTexts } from '#i18n/service-accounts'
import styles from './service-accounts.module.css'

const EMPTY = { name: '', addresses: '', perMinute: '120', lastDay: '' }
/** The groups of scopes, by the beginning of their names. */
const GROUPS = [
  ['reading', (name: string) => !/^(export|import):/.test(name)],
  ['exporting', (name: string) => name.startsWith('export:')],
  ['importing', (name: string) => name.startsWith('import:')],
] as const

/** Creates an account of another system; its token is shown once. */
export function NewServiceAccountScreen() {
  const texts = useTexts(serviceAccountTexts)
  const language = useLanguage()
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const known = useOnlineQuery({ name: 'services', entry: serviceAccounts.list, input: {} })
  const [typed, setTyped] = useState(EMPTY)
  const [scopes, setScopes] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [token, setToken] = useState<string>()
  const field = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  })
  const submit = async () => {
    const input = { ...typed, scopes: [...scopes], perMinute: Number(typed.perMinute) }
    const checked = v.safeParse(NewServiceAccount.schema, input, { lang: language })
    setErrors(
      Object.fromEntries(
        (checked.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    if (!checked.success) return
    const outcome = await send(serviceAccounts.create, input)
    if (outcome?.type === 'ok') setToken(outcome.data.token)
  }
  return (
    <OfficePage title={texts.create} narrow>
      <OfficeForm
        button={texts.create}
        busy={busy}
        problem={errors['scopes'] ?? known.problem ?? problem}
        onSubmit={submit}
      >
        <Card>
          <SheetFields>
            <TextField label={texts.name} maxLength={50} {...field('name')} />
            <DateField
              {...field('lastDay')}
              label={texts.lastDay}
              onChange={(lastDay) => setTyped({ ...typed, lastDay })}
            />
            <TextField label={texts.perMinute} inputMode="numeric" {...field('perMinute')} />
            <TextareaField
              label={texts.addresses}
              hint={texts.addressesHint}
              maxLength={1000}
              {...field('addresses')}
            />
          </SheetFields>
        </Card>
        {GROUPS.map(([group, isIn]) => (
          <CheckboxGroup
            key={group}
            label={texts[group]}
            options={(known.data?.scopes ?? [])
              .filter(({ name }) => isIn(name))
              .map(({ name, title }) => ({ value: name, label: title }))}
            chosen={scopes}
            onChange={(chosen) => setScopes([...scopes.filter((name) => !isIn(name)), ...chosen])}
          />
        ))}
      </OfficeForm>
      <Dialog
        open={token !== undefined}
        title={texts.created}
        onClose={() => void navigate({ to: '/manage/$', params: { _splat: 'services' } })}
        actions={
          <Button
            onClick={() => void navigate({ to: '/manage/$', params: { _splat: 'services' } })}
          >
            {texts.noted}
          </Button>
        }
      >
        <p className={styles['token']}>{token}</p>
        <p>{texts.shownOnce}</p>
      </Dialog>
    </OfficePage>
  )
}
