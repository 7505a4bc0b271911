import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { useSession, whoAsks } from '#app/lib/session.ts'
import { Page } from '#app/ui/Page.tsx'
import { toast } from '#app/ui/toast.ts'
import { profile } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { changing, endChange } from './changing.ts'
import { NewPassword, useNewPassword, useShown } from './NewPassword.tsx'
import { PlainForm } from './PlainForm.tsx'

/** A new password on the strength of the identity check, whose ticket is good once (PRO-07). */
export function ResetScreen() {
  const stunum = useSession()?.stunum ?? ''
  const [ticket] = useState(() => changing().ticket)
  if (ticket === undefined) return <Navigate to="/auth/$stunum" params={{ stunum }} replace />
  return <Reset ticket={ticket} stunum={stunum} />
}

function Reset({ ticket, stunum }: { ticket: string; stunum: string }) {
  const texts = useTexts(profileTexts)
  const navigate = useNavigate()
  const { send, busy, problem } = useLive()
  const fresh = useNewPassword()
  const { shown, toggle } = useShown()
  const submit = async () => {
    fresh.look()
    if (fresh.value === undefined) return
    const outcome = await send(profile.resetPassword, { ...whoAsks(), new: fresh.value, ticket })
    if (outcome?.type !== 'ok') return
    endChange()
    toast(texts.passwordChanged)
    await navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
  }
  return (
    <Page title={texts.reset} back>
      <PlainForm button={texts.done} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <NewPassword password={fresh} shown={shown} />
        {toggle}
      </PlainForm>
    </Page>
  )
}
