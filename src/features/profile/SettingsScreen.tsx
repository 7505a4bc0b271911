import { type ReactNode, useEffect } from 'react'
import { checkReadiness, useReadiness } from '#app/features/readiness/face.ts'
import { setLanguage, useLanguage, useWords } from '#app/lib/language.ts'
import { useOutbox } from '#app/lib/outbox.ts'
import { useSession } from '#app/lib/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { useNamed } from '#app/ui/named.ts'
import { Page } from '#app/ui/Page.tsx'
import { part } from '#app/ui/part.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { Segments } from '#app/ui/Segments.tsx'
import { homeWords } from '#words/home'
import { settingsWords } from '#words/settings'
import { waitingWords } from '#words/waiting'
import { setTextSize, setTheme, useLook } from './appearance.ts'
import { PersistenceRow } from './PersistenceRow.tsx'
import styles from './settings.module.css'

// Of no use without a network (keeping.ts).
const TellingRow = part(async () => (await import('./TellingRow.tsx')).TellingRow)

/** The "me" tab: language, look, what waits, the binding, the version. */
export function SettingsScreen({ unbind, version }: { unbind: ReactNode; version: string }) {
  const words = useWords(settingsWords)
  const home = useWords(homeWords)
  const waiting = useWords(waitingWords)
  const session = useSession()
  const named = useNamed()
  const { unsent, unavailable } = useOutbox()
  const readiness = useReadiness()
  useEffect(() => void checkReadiness(), [])
  const offline = {
    ready: home.offlineReady,
    preparing: home.offlinePreparing,
    unsupported: home.offlineNone,
  }[readiness.type]
  const preparing =
    readiness.type === 'preparing' && readiness.all > 0
      ? home.offlinePreparingPart(readiness.done, readiness.all)
      : home.offlinePreparingText
  const offlineText = {
    ready: home.offlineReadyText,
    preparing,
    unsupported: home.offlineNoneText,
  }[readiness.type]
  return (
    <Page title={words.title} tabs>
      {session !== null && (
        <Card flush title={words.identity}>
          <Row
            label={named(session.person.name)}
            description={`${named(session.person.role === 'staff' ? session.person.department : session.person.major)} · ${session.stunum}`}
          />
          <RowLink
            to="/editinfo/$stunum"
            params={{ stunum: session.stunum }}
            label={words.profile}
          />
        </Card>
      )}
      <Display />
      <Card flush title={words.phone}>
        <RowLink
          to="/outbox"
          label={words.outbox}
          trailing={
            <Quiet>
              {unavailable
                ? waiting.unread
                : unsent > 0
                  ? words.outboxCount(unsent)
                  : words.outboxEmpty}
            </Quiet>
          }
        />
        <Row label={words.offline} description={offlineText} trailing={<Quiet>{offline}</Quiet>} />
        <PersistenceRow />
        <RowLink to="/more" label={words.allApps} />
        <RowLink to="/privacy" label={words.privacy} />
        <TellingRow />
        <Row label={words.version} trailing={<Quiet>{version}</Quiet>} />
      </Card>
      {session === null ? (
        <ButtonLink to="/login/{-$app}" params={{}}>
          {home.bindFirst}
        </ButtonLink>
      ) : (
        unbind
      )}
    </Page>
  )
}

function Display() {
  const words = useWords(settingsWords)
  const language = useLanguage()
  const { theme, text } = useLook()
  return (
    <Card flush title={words.look}>
      <Segments
        label={words.language}
        value={language}
        options={[
          { value: 'zh', label: '中文', lang: 'zh-CN' },
          { value: 'en', label: 'English', lang: 'en' },
        ]}
        onChoose={setLanguage}
      />
      <Segments
        label={words.theme}
        value={theme}
        options={[
          { value: 'auto', label: words.auto },
          { value: 'light', label: words.light },
          { value: 'dark', label: words.dark },
        ]}
        onChoose={setTheme}
      />
      <Segments
        label={words.textSize}
        value={text}
        options={[
          { value: 'normal', label: words.normal },
          { value: 'large', label: words.large },
        ]}
        onChoose={setTextSize}
      />
    </Card>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <span className={styles['quiet']}>{children}</span>
)
