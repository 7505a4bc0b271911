import { Tabs } from '@base-ui/react/tabs'
import { useRouter } from '@tanstack/react-router'
import { Link2 } from 'lucide'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { inMessagingBrowser } from '#app/host/browser.ts'
import { config } from '#app/lib/config.ts'
import { rememberTyped } from '#app/lib/forms/typed.ts'
import { useTexts } from '#app/lib/language.ts'
import { onServer } from '#app/lib/served.ts'
import { isLeftBehind, type Session, useSession } from '#app/lib/session.ts'
import { local } from '#app/lib/storage.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Empty } from '#app/ui/Empty.tsx'
import { useFrame } from '#app/ui/frame.ts'
import { Icon } from '#app/ui/Icon.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { Quiet } from '#app/ui/Quiet.tsx'
import { toast } from '#app/ui/toast.ts'
import type { DemoPerson } from '#contract/page-settings'
import { appShellTexts } from '#i18n/app-shell'
import { notOfferedTexts } from '#i18n/not-offered'
import { signInTexts } from '#i18n/sign-in'
import { unbindingTexts } from '#i18n/unbinding'
import { DemoPeople } from './DemoPeople.tsx'
import { isStaffPage } from './roles.ts'
import { StaffForm } from './StaffForm.tsx'
import { StudentForm } from './StudentForm.tsx'
import { UnbindButton } from './Unbind.tsx'
import { University } from './University.tsx'
import styles from './Login.module.css'

/** Sign-in: students bind by number and ID card, staff sign in by password (ID-04 to ID-06). */
export function LoginScreen({
  app,
  next,
  exporting,
}: {
  app?: string | undefined
  next?: string | undefined
  /** See UnbindDialog. */
  exporting: ReactNode
}) {
  const texts = useTexts(signInTexts)
  const leaving = useTexts(unbindingTexts)
  const named = useNamed()
  const offered = useTexts(notOfferedTexts)
  const router = useRouter()
  const session = useSession()
  const { otherLanguage } = useFrame()
  const [tab, setTab] = useState<'student' | 'staff'>(
    next !== undefined && isStaffPage(next) ? 'staff' : 'student',
  )
  const [filled, fill] = useState<DemoPerson>()
  const [boundBefore] = useState(session !== null)
  // The forms take their place over empty.
  const [typed] = useState(() => (onServer ? undefined : rememberTyped()))
  useLayoutEffect(() => typed?.say(), [typed])
  const enter = ({ person }: Session, then = next) => {
    toast(texts.welcome(named(person.name)))
    const isFirst = person.role === 'staff' && person.firstPassword === true
    if (!isFirst) return void router.navigate({ href: then ?? `/${app ?? ''}`, replace: true })
    // An own password first; what was wanted comes after it.
    return void router.navigate({
      to: '/changepass/$stunum',
      params: { stunum: person.code },
      search: { next: then },
      replace: true,
    })
  }
  const choose = (person: DemoPerson) => {
    setTab(person.how === 'staff' ? 'staff' : 'student')
    fill({ ...person })
  }
  if (session !== null && boundBefore)
    return <AlreadyBound session={session} exporting={exporting} />
  return (
    <Page title={texts.title} back="/" action={otherLanguage}>
      {!local.works() && <Alert text={texts.notKept} />}
      {isLeftBehind() && <Alert text={leaving.stillHere} />}
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setTab(value === 'staff' ? 'staff' : 'student')}
        className={styles['tabs']}
      >
        <Tabs.List className={styles['list']} aria-label={texts.title}>
          <Tabs.Tab value="student" className={styles['tab']}>
            {texts.studentTab}
          </Tabs.Tab>
          <Tabs.Tab value="staff" className={styles['tab']}>
            {texts.staffTab}
          </Tabs.Tab>
        </Tabs.List>
        {/* Both stay mounted: a look at the other tab must not cost typed words. */}
        <Tabs.Panel value="student" keepMounted className={styles['panel']}>
          <StudentForm filled={filled?.how === 'staff' ? undefined : filled} onDone={enter} />
        </Tabs.Panel>
        <Tabs.Panel value="staff" keepMounted className={styles['panel']}>
          <StaffForm filled={filled?.how === 'staff' ? filled : undefined} onDone={enter} />
        </Tabs.Panel>
      </Tabs.Root>
      {config.university && <University next={next} onDone={enter} />}
      {config.host === 'none' && inMessagingBrowser() && <Quiet>{offered.noAccount}</Quiet>}
      {config.demo && config.people.length > 0 && (
        <DemoPeople people={config.people} onChoose={choose} />
      )}
    </Page>
  )
}

function AlreadyBound({
  session: { person, stunum },
  exporting,
}: {
  session: Session
  exporting: ReactNode
}) {
  const texts = useTexts(signInTexts)
  const frame = useTexts(appShellTexts)
  const named = useNamed()
  return (
    <Page title={texts.title} back="/">
      <Empty
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
