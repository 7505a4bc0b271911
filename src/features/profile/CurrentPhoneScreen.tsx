import { useNavigate } from '@tanstack/react-router'
import { MessageSquareOff } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { useSession, getCallerIds } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { currentPhoneSchema, profile } from '#contract/profile'
import { notOfferedTexts } from '#i18n/not-offered'
import { profileTexts } from '#i18n/profile'
import { saveAccountChange } from './account-change.ts'
import { PlainForm } from './PlainForm.tsx'
import { useValidatedField } from './useValidatedField.ts'

/**
 * The first of three pages. The user enters the phone number on record; the entry must match it
 * (PRO-03, D-94).
 */
export function CurrentPhoneScreen() {
  return appConfig.sms ? <CurrentPhone /> : <NoChange />
}

function NoChange() {
  const texts = useTexts(profileTexts)
  const offered = useTexts(notOfferedTexts)
  return (
    <Page title={texts.changePhone} back>
      <EmptyState
        icon={<Icon of={MessageSquareOff} />}
        title={offered.noPhoneChange}
        text={offered.noPhoneChangeText}
      />
    </Page>
  )
}

function CurrentPhone() {
  const texts = useTexts(profileTexts)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const phone = useValidatedField(currentPhoneSchema)
  const submit = async () => {
    phone.look()
    if (phone.value === undefined) return
    const outcome = await send(profile.checkPhone, { ...getCallerIds(), phone: phone.value })
    if (outcome?.type !== 'ok') return
    saveAccountChange({ phoneTicket: outcome.data.ticket })
    await navigate({ to: '/newphonenum/$stunum', params: { stunum } })
  }
  return (
    <Page title={texts.changePhone} back>
      <PlainForm button={texts.next} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <Card flush>
          <TextField
            label={texts.currentPhone}
            type="tel"
            autoComplete="tel-national"
            hint={texts.currentPhoneText}
            error={phone.error}
            maxLength={20}
            {...phone.props}
          />
        </Card>
      </PlainForm>
    </Page>
  )
}
