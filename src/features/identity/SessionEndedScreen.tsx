import { KeyRound } from 'lucide'
import { useTexts } from '#app/lib/language/language.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { usePageLayout } from '#app/ui/page-layout.ts'
import { Page } from '#app/ui/Page.tsx'
import type { SessionEndReason } from '#contract/rules'
import { commonTexts } from '#i18n/common'
import { homeTexts } from '#i18n/home'
import { sessionEndedTexts } from '#i18n/session-ended'
import { ClearDeviceButton } from './ClearDeviceButton.tsx'

/**
 * Shown after the campus has ended the session: the reason, unsent forms on this phone, and a link
 * back to the last page (XC-09, D-10).
 */
export function SessionEndedScreen({
  why,
  next,
}: {
  why: SessionEndReason
  next: string | undefined
}) {
  const texts = useTexts(sessionEndedTexts)
  const common = useTexts(commonTexts)
  const home = useTexts(homeTexts)
  const { unsentCount } = useOutboxStatus()
  const reason = texts[why === '' ? 'unknown' : why]
  return (
    <Page title={usePageLayout().site} tabs>
      <EmptyState
        icon={<Icon of={KeyRound} />}
        title={common.signedOut}
        text={unsentCount > 0 ? `${reason}${texts.waits(unsentCount)}` : reason}
        action={
          <>
            <ButtonLink to="/login/{-$app}" params={{}} search={next === undefined ? {} : { next }}>
              {texts.again}
            </ButtonLink>
            <ButtonLink tone="second" to="/more">
              {home.allApps}
            </ButtonLink>
          </>
        }
      />
      <p>{texts.notYou}</p>
      <ClearDeviceButton />
    </Page>
  )
}
