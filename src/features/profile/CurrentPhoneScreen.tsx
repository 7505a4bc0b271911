import { useNavigate } from '@tanstack/react-router'
import { useWords } from '#app/lib/language.ts'
import { useLive } from '#app/lib/live.ts'
import { useSession } from '#app/lib/session.ts'
import { whoAsks } from '#app/lib/who.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { currentPhoneSchema, profile } from '#contract/profile'
import { profileWords } from '#words/profile'
import { changing } from './changing.ts'
import { PlainForm } from './PlainForm.tsx'
import { useField } from './useField.ts'

/** First of three pages: the number on record, which must match (PRO-03, D-94). */
export function CurrentPhoneScreen() {
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
    changing().known = true
    changing().phoneTicket = outcome.data.ticket
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
