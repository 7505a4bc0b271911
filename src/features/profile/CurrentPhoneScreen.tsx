import { useNavigate } from '@tanstack/react-router'
import { MessageSquareOff } from 'lucide'
import { config } from '#app/lib/config.ts'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { useSession, whoAsks } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { currentPhoneSchema, profile } from '#contract/profile'
import { offeredWords } from '#words/offered'
import { profileWords } from '#words/profile'
import { keepChange } from './changing.ts'
import { PlainForm } from './PlainForm.tsx'
import { useField } from './useField.ts'

/** First of three pages: the number on record, which must match (PRO-03, D-94). */
export function CurrentPhoneScreen() {
  return config.sms ? <CurrentPhone /> : <NoChange />
}

function NoChange() {
  const words = useWords(profileWords)
  const offered = useWords(offeredWords)
  return (
    <Page title={words.changePhone} back>
      <Empty
        icon={<Icon of={MessageSquareOff} />}
        title={offered.noPhoneChange}
        text={offered.noPhoneChangeText}
      />
    </Page>
  )
}

function CurrentPhone() {
  const words = useWords(profileWords)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const { send, busy, problem } = useLive()
  const phone = useField(currentPhoneSchema)
  const submit = async () => {
    phone.look()
    if (phone.value === undefined) return
    const outcome = await send(profile.checkPhone, { ...whoAsks(), phone: phone.value })
    if (outcome?.type !== 'ok') return
    keepChange({ phoneTicket: outcome.data.ticket })
    await navigate({ to: '/newphonenum/$stunum', params: { stunum } })
  }
  return (
    <Page title={words.changePhone} back>
      <PlainForm button={words.next} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <Card flush>
          <TextField
            label={words.currentPhone}
            type="tel"
            autoComplete="tel-national"
            hint={words.currentPhoneText}
            error={phone.error}
            maxLength={20}
            {...phone.props}
          />
        </Card>
      </PlainForm>
    </Page>
  )
}
