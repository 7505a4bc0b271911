import { Link, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useSession, getCallerIds } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { genericResponseRules } from '#contract/generic'
import { profile } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { NewPasswordFields, useNewPassword, usePasswordVisibility } from './NewPasswordFields.tsx'
import { PlainForm } from './PlainForm.tsx'
import { useValidatedField } from './useValidatedField.ts'
import styles from './profile.module.css'

const required = v.pipe(v.string(), genericResponseRules.required())

/**
 * Changes the password: the user enters the old password, then the new password twice. All other
 * sessions end (PRO-06, D-95). Afterwards `next` opens, the page that required a password of the
 * user's own.
 */
export function PasswordScreen({ next }: { next?: string | undefined }) {
  const texts = useTexts(profileTexts)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const old = useValidatedField(required)
  const fresh = useNewPassword()
  const { shown, toggle } = usePasswordVisibility()
  const submit = async () => {
    old.look()
    fresh.look()
    if (old.value === undefined || fresh.value === undefined) return undefined
    const outcome = await send(profile.changePassword, {
      ...getCallerIds(),
      old: old.value,
      new: fresh.value,
    })
    if (outcome?.type !== 'ok') return undefined
    showToast(texts.passwordChanged)
    await (next === undefined
      ? navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
      : navigate({ href: next, replace: true }))
    return undefined
  }
  return (
    <Page title={texts.changePassword} back>
      <PlainForm button={texts.done} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <Card flush>
          <TextField
            label={texts.oldPassword}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            error={old.error}
            trailing={
              <Link to="/auth/$stunum" params={{ stunum }} className={styles['forgot']}>
                {texts.forgot}
              </Link>
            }
            {...old.props}
          />
        </Card>
        <NewPasswordFields password={fresh} shown={shown} />
        {toggle}
      </PlainForm>
    </Page>
  )
}
