import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useSession, getCallerIds } from '#app/lib/session/session.ts'
import { Page } from '#app/ui/Page.tsx'
import { showToast } from '#app/ui/toast.ts'
import { profile } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { getAccountChange, clearAccountChange } from './account-change.ts'
import { NewPasswordFields, useNewPassword, usePasswordVisibility } from './NewPasswordFields.tsx'
import { PlainForm } from './PlainForm.tsx'

/** Sets a new password after the identity check, whose ticket is valid once (PRO-07). */
export function ResetPasswordScreen() {
  const stunum = useSession()?.stunum ?? ''
  const [ticket] = useState(() => getAccountChange().ticket)
  if (ticket === undefined) return <Navigate to="/auth/$stunum" params={{ stunum }} replace />
  return <Reset ticket={ticket} stunum={stunum} />
}

function Reset({ ticket, stunum }: { ticket: string; stunum: string }) {
  const texts = useTexts(profileTexts)
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const fresh = useNewPassword()
  const { shown, toggle } = usePasswordVisibility()
  const submit = async () => {
    fresh.look()
    if (fresh.value === undefined) return
    const outcome = await send(profile.resetPassword, {
      ...getCallerIds(),
      new: fresh.value,
      ticket,
    })
    if (outcome?.type !== 'ok') return
    clearAccountChange()
    showToast(texts.passwordChanged)
    await navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
  }
  return (
    <Page title={texts.reset} back>
      <PlainForm button={texts.done} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <NewPasswordFields password={fresh} shown={shown} />
        {toggle}
      </PlainForm>
    </Page>
  )
}
