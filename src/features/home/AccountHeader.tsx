import type { ReactNode } from 'react'
import { createAuthoriseAddress } from '#app/host/authorise.ts'
import { isHostBrowser, isMessagingBrowser } from '#app/host/browser.ts'
import { navigateAway } from '#app/host/navigate-away.ts'
import { toAbsoluteAddress } from '#app/host/route-guard.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import {
  type Session,
  useAvatarUrl,
  useSession,
  useMessagingUser,
} from '#app/lib/session/session.ts'
import { Avatar } from '#app/ui/Avatar.tsx'
import { Button, ButtonLink } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { homeTexts } from '#i18n/home'
import styles from './AccountHeader.module.css'

/**
 * The header of the home page. It shows the signed-in person with a button to unbind, or the
 * messaging app's user with a button to bind (HOME-03, HOME-04).
 */
export function AccountHeader({
  next,
  app,
  unbind,
}: {
  next?: string | undefined
  app?: string | undefined
  unbind: ReactNode
}) {
  const session = useSession()
  return session === null ? (
    <Unbound next={next} app={app} />
  ) : (
    <Bound session={session} unbind={unbind} />
  )
}

function Bound({
  session: { person, stunum, isNew },
  unbind,
}: {
  session: Session
  unbind: ReactNode
}) {
  const texts = useTexts(homeTexts)
  const picture = useAvatarUrl()
  const named = useTranslateName()
  const name = named(person.name)
  return (
    <section className={styles['who']} aria-label={name} data-snapshot="keep">
      <Avatar name={name} picture={picture} />
      <div className={styles['words']}>
        <p className={styles['name']}>
          {name}
          {isNew && <Pill tone="brand">{texts.newStudent}</Pill>}
        </p>
        <MutedText>
          <span>{named(person.role === 'staff' ? person.department : person.major)}</span> ·{' '}
          <span>{stunum}</span>
        </MutedText>
      </div>
      <div>{unbind}</div>
    </section>
  )
}

function Unbound({ next, app }: { next?: string | undefined; app?: string | undefined }) {
  const texts = useTexts(homeTexts)
  const messagingUser = useMessagingUser()
  const name = messagingUser?.nickname || texts.visitor
  const sandbox =
    messagingUser === null &&
    appConfig.host === 'sandbox' &&
    appConfig.demo &&
    !isMessagingBrowser()
  // WeCom and DingTalk name their members without being asked.
  const hasProfileScope = appConfig.host === 'wechat' || appConfig.host === 'sandbox'
  return (
    <section className={styles['welcome']} aria-label={name}>
      <div className={styles['who']}>
        <Avatar name={messagingUser?.nickname ?? ''} picture={messagingUser?.avatar} />
        <div className={styles['words']}>
          <p className={styles['name']}>{name}</p>
          <MutedText>{texts.bindText}</MutedText>
        </div>
      </div>
      <ButtonLink
        to="/login/{-$app}"
        params={app === undefined ? {} : { app }}
        search={next === undefined ? {} : { next }}
      >
        {texts.bindFirst}
      </ButtonLink>
      {isHostBrowser() && hasProfileScope && !messagingUser?.nickname && (
        <Button
          tone="second"
          onClick={() => void navigateAway(createAuthoriseAddress(toAbsoluteAddress('/')))}
        >
          {texts.showMe}
        </Button>
      )}
      {sandbox && (
        <Button
          tone="second"
          onClick={() => void navigateAway(createAuthoriseAddress(toAbsoluteAddress('/')))}
        >
          {texts.sandbox}
        </Button>
      )}
    </section>
  )
}
