import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { refreshSession } from '#app/features/identity/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useSession, getCallerIds } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { BUTTON_REENABLE_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import { normalizeNumberText } from '#contract/normalize'
import { COUNTDOWN_RULE, isSmsCode, profile } from '#contract/profile'
import { commonTexts } from '#i18n/common'
import { profileTexts } from '#i18n/profile'
import { getAccountChange, clearAccountChange, useAccountChange } from './account-change.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { PlainForm } from './PlainForm.tsx'
import { useSmsCode } from './useSmsCode.ts'
import styles from './profile.module.css'

/** The last of three pages: the code that was sent to the new number (PRO-05, PRO-15, PRO-17). */
export function VerifyPhoneScreen() {
  const stunum = useSession()?.stunum ?? ''
  const texts = useTexts(profileTexts)
  const change = useAccountChange()
  if (change === undefined) return <LoadingPage title={texts.verifyPhone} />
  if (change.newPhone === undefined)
    return <Navigate to="/changephonenum/$stunum" params={{ stunum }} replace />
  return <Verify phone={change.newPhone} stunum={stunum} />
}

function Verify({ phone, stunum }: { phone: string; stunum: string }) {
  const texts = useTexts(profileTexts)
  const common = useTexts(commonTexts)
  const navigate = useNavigate()
  const { send, busy, problem, setProblem, offline } = useOnlineCall()
  const code = useSmsCode({
    scene: 'change',
    pause: useCampusRule('countdowns', COUNTDOWN_RULE).code,
    resetMs: BUTTON_REENABLE_MS,
  })
  const [typed, type] = useState('')
  const isGood = isSmsCode(normalizeNumberText(typed))
  const [demoCode, setDemoCode] = useState<string>()
  const resting = code.busy || code.seconds > 0
  const ask = async () => {
    if (offline) return setProblem(common.offlineOnly)
    const outcome = await code.send(phone)
    if (outcome.type !== 'ok') return showToast(describeCallOutcome(outcome))
    setDemoCode(outcome.data.demoCode)
    return showToast(texts.codeSent)
  }
  const submit = async () => {
    const outcome = await send(profile.changePhone, {
      ...getCallerIds(),
      phone,
      code: normalizeNumberText(typed),
      ticket: getAccountChange().phoneTicket,
    })
    if (outcome?.type !== 'ok') return
    clearAccountChange()
    // The session contains the phone number too, so it is read again.
    void refreshSession()
    showToast(texts.phoneChanged)
    await navigate({ to: '/editinfo/$stunum', params: { stunum }, replace: true })
  }
  return (
    <Page title={texts.verifyPhone} back>
      <PlainForm
        button={texts.next}
        busy={busy}
        off={!isGood}
        problem={problem}
        onSubmit={() => void submit()}
      >
        <Card flush>
          <TextField
            label={texts.code}
            autoComplete="one-time-code"
            hint={texts.codeSentTo(phone)}
            maxLength={10}
            error={typed === '' || isGood ? undefined : common.badField}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            trailing={
              <TextButton off={resting} onClick={() => void ask()}>
                {code.seconds > 0 ? texts.sendAgain(code.seconds) : texts.sendCode}
              </TextButton>
            }
          />
        </Card>
        {demoCode !== undefined && (
          <output className={styles['demo']}>{texts.demoCode(demoCode)}</output>
        )}
      </PlainForm>
    </Page>
  )
}
