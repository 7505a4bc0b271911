import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useCampusRule } from '#app/features/campus-rules/public.ts'
import { useSmsCode } from '#app/features/profile/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { describeCallOutcome } from '#app/lib/network/call-api.ts'
import { TextButton } from '#app/ui/TextButton.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { BUTTON_REENABLE_MS, PERSONAL_DETAILS_TOAST_MS } from '#app/ui/times.ts'
import { showToast } from '#app/ui/toast.ts'
import type { PersonalDetails } from '#contract/personal-details'
import { normalizePhone } from '#contract/phones'
import { COUNTDOWN_RULE } from '#contract/profile'
import { personalDetailsTexts } from '#i18n/personal-details'
import styles from './family.module.css'

/** The code by SMS that proves the phone, and the button that sends it (D-37). */
export function SmsCodeField({
  form,
}: {
  form: UseFormReturn<PersonalDetails, unknown, PersonalDetails>
}) {
  const texts = useTexts(personalDetailsTexts)
  const code = useSmsCode({
    scene: 'details',
    pause: useCampusRule('countdowns', COUNTDOWN_RULE).code,
    resetMs: BUTTON_REENABLE_MS,
  })
  const [demoCode, setDemoCode] = useState<string>()
  const resting = code.busy || code.seconds > 0
  const send = async () => {
    if (!(await form.trigger('phone', { shouldFocus: true }))) return
    const outcome = await code.send(normalizePhone(form.getValues('phone')))
    if (outcome.type === 'ok') setDemoCode(outcome.data.demoCode)
    showToast(outcome.type === 'ok' ? texts.codeSent : describeCallOutcome(outcome), {
      ms: PERSONAL_DETAILS_TOAST_MS,
    })
  }
  return (
    <>
      <TextField
        label={texts.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        error={form.formState.errors.code?.message}
        trailing={
          <TextButton off={resting} onClick={() => void send()}>
            {code.seconds > 0 ? texts.sendAgain(code.seconds) : texts.sendCode}
          </TextButton>
        }
        {...form.register('code')}
      />
      {demoCode !== undefined && (
        <output className={styles['demo']} data-tone="wait">
          {texts.demoCode(demoCode)}
        </output>
      )}
    </>
  )
}
