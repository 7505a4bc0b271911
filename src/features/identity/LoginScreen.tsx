import { Tabs } from '@base-ui/react/tabs'
import { useRouter } from '@tanstack/react-router'
import { Link2 } from 'lucide'
import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { isMessagingBrowser } from '#app/host/browser.ts'
import { captureTypedInput } from '#app/lib/forms/prehydration-input.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { safeLocalStorage } from '#app/lib/platform/safe-storage.ts'
import { isServerRendering } from '#app/lib/platform/server-rendering.ts'
import { isCleanupPending, type Session, useSession } from '#app/lib/session/session.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { EmptyState } from '#app/ui/EmptyState.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { usePageLayout } from '#app/ui/page-layout.ts'
import { Page } from '#app/ui/Page.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { DemoUser } from '#contract/page-settings'
import { appShellTexts } from '#i18n/app-shell'
import { notOfferedTexts } from '#i18n/not-offered'
import { signInTexts } from '#i18n/sign-in'
import { unbindingTexts } from '#i18n/unbinding'
import { DemoPeople } from './DemoPeople.tsx'
import { isStaffPage } from './roles.ts'
import { StaffSignInForm } from './StaffSignInForm.tsx'
import { StudentSignInForm } from './StudentSignInForm.tsx'
import { UnbindButton } from './Unbind.tsx'
import { UniversitySignIn } from './UniversitySignIn.tsx'
import styles from './Login.module.css'

/**
 * The sign-in page: students bind by number and ID number, staff sign in by password (ID-04 to
 * ID-06).
 */
export function LoginScreen({
  app,
  next,
  exporting,
}: {
  app?: string | undefined
  next?: string | undefined
  /** The button that exports unsent forms (see `UnbindDialog`). */
  exporting: ReactNode
}) {
  const texts = useTexts(signInTexts)
  const leaving = useTexts(unbindingTexts)
  const named = useTranslateName()
  const offered = useTexts(notOfferedTexts)
  const router = useRouter()
  const session = useSession()
  const { otherLanguage } = usePageLayout()
  // The server renders the page for a phone that stores what it is given.
  const isStorageKept = useSyncExternalStore(
    noSubscription,
    safeLocalStorage.isPersistent,
    () => true,
  )
  const [tab, setTab] = useState<'student' | 'staff'>(
    next !== undefined && isStaffPage(next) ? 'staff' : 'student',
  )
  const [filled, fill] = useState<DemoUser>()
  const [boundBefore] = useState(session !== null)
  // Text typed before hydration is restored after the forms have replaced the static ones.
  const [typed] = useState(() => (isServerRendering ? undefined : captureTypedInput()))
  useLayoutEffect(() => typed?.replay(), [typed])
  const enter = ({ person }: Session, then = next) => {
    showToast(texts.welcome(named(person.name)))
    const isFirst = person.role === 'staff' && person.firstPassword === true
    if (!isFirst) return void router.navigate({ href: then ?? `/${app ?? ''}`, replace: true })
    // A staff member first chooses a password of their own; then the requested page opens.
    return void router.navigate({
      to: '/changepass/$stunum',
      params: { stunum: person.code },
      search: { next: then },
      replace: true,
    })
  }
  const choose = (person: DemoUser) => {
    setTab(person.how === 'staff' ? 'staff' : 'student')
    fill({ ...person })
  }
  if (session !== null && boundBefore)
    return <AlreadyBound session={session} exporting={exporting} />
  return (
    <Page title={texts.title} back="/" action={otherLanguage}>
      {!isStorageKept && <Alert text={texts.notKept} />}
      {isCleanupPending() && <Alert text={leaving.stillHere} />}
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setTab(value === 'staff' ? 'staff' : 'student')}
        className={styles['tabs']}
      >
        <Tabs.List className={styles['list']} aria-label={texts.title}>
          {/* Without these ids a tab names its panel only after the hydration. */}
          <Tabs.Tab value="student" aria-controls="student-sign-in" className={styles['tab']}>
            {texts.studentTab}
          </Tabs.Tab>
          <Tabs.Tab value="staff" aria-controls="staff-sign-in" className={styles['tab']}>
            {texts.staffTab}
          </Tabs.Tab>
        </Tabs.List>
        {/* Both panels stay mounted, so that switching tabs does not lose typed text. */}
        <Tabs.Panel id="student-sign-in" value="student" keepMounted className={styles['panel']}>
          <StudentSignInForm filled={filled?.how === 'staff' ? undefined : filled} onDone={enter} />
        </Tabs.Panel>
        <Tabs.Panel id="staff-sign-in" value="staff" keepMounted className={styles['panel']}>
          <StaffSignInForm filled={filled?.how === 'staff' ? filled : undefined} onDone={enter} />
        </Tabs.Panel>
      </Tabs.Root>
      {appConfig.university && <UniversitySignIn next={next} onDone={enter} />}
      {appConfig.host === 'none' && isMessagingBrowser() && (
        <MutedText>{offered.noAccount}</MutedText>
      )}
      {appConfig.demo && appConfig.people.length > 0 && (
        <DemoPeople people={appConfig.people} onChoose={choose} />
      )}
    </Page>
  )
}

const noSubscription = () => () => {}

function AlreadyBound({
  session: { person, stunum },
  exporting,
}: {
  session: Session
  exporting: ReactNode
}) {
  const texts = useTexts(signInTexts)
  const frame = useTexts(appShellTexts)
  const named = useTranslateName()
  return (
    <Page title={texts.title} back="/">
      <EmptyState
        icon={<Icon of={Link2} />}
        title={texts.alreadyBound}
        text={`${named(person.name)} · ${stunum}`}
        action={
          <>
            <ButtonLink to="/">{frame.home}</ButtonLink>
            <UnbindButton exporting={exporting} />
          </>
        }
      />
    </Page>
  )
}
