import { useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { useSession, getCallerIds } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Page } from '#app/ui/Page.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { isIdNumber, normalizeIdNumber } from '#contract/id-number'
import { profile } from '#contract/profile'
import { profileTexts } from '#i18n/profile'
import { validationMessage } from '#i18n/translate'
import { getAccountChange } from './account-change.ts'
import { PlainForm } from './PlainForm.tsx'
import { useValidatedField } from './useValidatedField.ts'

const rules = v.pipe(
  v.string(),
  v.transform(normalizeIdNumber),
  v.check(isIdNumber, validationMessage(profileTexts.idCardWrong)),
)

/** Verifies the ID number of a user who has forgotten the password (PRO-08, PRO-20, PRO-21). */
export function IdentityCheckScreen() {
  const texts = useTexts(profileTexts)
  const stunum = useSession()?.stunum ?? ''
  const navigate = useNavigate()
  const { send, busy, problem } = useOnlineCall()
  const idCard = useValidatedField(rules)
  const submit = async () => {
    idCard.look()
    if (idCard.value === undefined) return
    const outcome = await send(profile.checkIdentity, {
      ...getCallerIds(),
      idCard: idCard.value,
    })
    if (outcome?.type !== 'ok') return
    getAccountChange().ticket = outcome.data.ticket
    await navigate({ to: '/resetpass/$stunum', params: { stunum } })
  }
  return (
    <Page title={texts.identity} back>
      <PlainForm button={texts.next} busy={busy} problem={problem} onSubmit={() => void submit()}>
        <Card flush>
          <TextField
            label={texts.idCard}
            autoCapitalize="characters"
            hint={texts.identityText}
            error={idCard.error}
            maxLength={30}
            {...idCard.props}
          />
        </Card>
      </PlainForm>
    </Page>
  )
}
