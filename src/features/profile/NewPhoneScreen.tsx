import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { newPhoneSchema } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { saveAccountChange, useAccountChange } from './account-change.ts'
import { LoadingPage } from './LoadingPage.tsx'
import { PlainForm } from './PlainForm.tsx'
import { useValidatedField } from './useValidatedField.ts'

/** The second of three pages: the new phone number (PRO-04, PRO-16). */
export function NewPhoneScreen() {
  const texts = useTexts(profileTexts)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const phone = useValidatedField(newPhoneSchema)
  const change = useAccountChange()
  if (change === undefined) return <LoadingPage title={texts.newPhone} />
  if (change.known !== true)
    return <Navigate to="/changephonenum/$stunum" params={{ stunum }} replace />
  const submit = () => {
    phone.look()
    if (phone.value === undefined) return
    saveAccountChange({ newPhone: phone.value })
    void navigate({ to: '/verphonenum/$stunum', params: { stunum } })
  }
  return (
    <Page title={texts.newPhone} back>
      <PlainForm button={texts.next} onSubmit={submit}>
        <Card flush>
          <TextField
            label={texts.newPhone}
            type="tel"
            autoComplete="tel-national"
            error={phone.error}
            maxLength={20}
            {...phone.props}
          />
        </Card>
      </PlainForm>
    </Page>
  )
}
