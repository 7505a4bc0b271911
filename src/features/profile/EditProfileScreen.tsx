import { MessageSettings } from '#app/features/message-channels/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { useAvatarUrl, useSession } from '#app/lib/session/session.ts'
import { Avatar } from '#app/ui/Avatar.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { notOfferedTexts } from '#i18n/not-offered'
import { profileTexts } from '#i18n/profile'

/** The part of the profile that every user can change (PRO-01, PRO-09). */
export function EditProfileScreen() {
  const texts = useTexts(profileTexts)
  const offered = useTexts(notOfferedTexts)
  const session = useSession()
  const picture = useAvatarUrl()
  const named = useTranslateName()
  const stunum = session?.stunum ?? ''
  return (
    <Page title={texts.title} back>
      <Card flush>
        <RowLink
          to="/editpic/$stunum"
          params={{ stunum }}
          label={texts.picture}
          trailing={<Avatar name={named(session?.person.name ?? '')} picture={picture} />}
        />
        {appConfig.sms ? (
          <RowLink to="/changephonenum/$stunum" params={{ stunum }} label={texts.changePhone} />
        ) : (
          <Row label={texts.changePhone} description={offered.noPhoneChangeText} />
        )}
        <RowLink to="/changepass/$stunum" params={{ stunum }} label={texts.changePassword} />
      </Card>
      {session?.person.role === 'student' && <MessageSettings />}
    </Page>
  )
}
