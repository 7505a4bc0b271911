import { type ReactNode, useEffect } from 'react'
import { checkReadiness, useReadiness } from '#app/features/offline-readiness/public.ts'
import { setLanguage, useChosenLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOutboxStatus } from '#app/lib/outbox/outbox.ts'
import { useSession } from '#app/lib/session/session.ts'
import { ButtonLink } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { lazyComponent } from '#app/ui/lazy-component.tsx'
import { useTranslateName } from '#app/ui/name-translator.ts'
import { Page } from '#app/ui/Page.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { SegmentedControl } from '#app/ui/SegmentedControl.tsx'
import { homeTexts } from '#i18n/home'
import { homeWaitingTexts } from '#i18n/home-waiting'
import { languageOptions, settingsTexts } from '#i18n/settings'
import { setTextSize, setTheme, useAppearance } from './appearance.ts'
import { PersistenceRow } from './PersistenceRow.tsx'
import styles from './settings.module.css'

// The row is online-only, so its code is not precached (keeping.ts).
const TellingRow = lazyComponent(
  async () => (await import('./ErrorReportingRow.tsx')).ErrorReportingRow,
)

/** The "me" tab: language, appearance, unsent forms, the binding, and the version. */
export function SettingsScreen({ unbind, version }: { unbind: ReactNode; version: string }) {
  const texts = useTexts(settingsTexts)
  const home = useTexts(homeTexts)
  const waiting = useTexts(homeWaitingTexts)
  const session = useSession()
  const named = useTranslateName()
  const { unsentCount, unavailable } = useOutboxStatus()
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
    <Page title={texts.title} tabs>
      {session !== null && (
        <Card flush title={texts.identity}>
          <Row
            label={named(session.person.name)}
            description={`${named(session.person.role === 'staff' ? session.person.department : session.person.major)} · ${session.stunum}`}
          />
          <RowLink
            to="/editinfo/$stunum"
            params={{ stunum: session.stunum }}
            label={texts.profile}
          />
        </Card>
      )}
      <Display />
      <Card flush title={texts.phone}>
        <RowLink
          to="/outbox"
          label={texts.outbox}
          trailing={
            <Quiet>
              {unavailable
                ? waiting.unread
                : unsentCount > 0
                  ? texts.outboxCount(unsentCount)
                  : texts.outboxEmpty}
            </Quiet>
          }
        />
        <Row label={texts.offline} description={offlineText} trailing={<Quiet>{offline}</Quiet>} />
        <PersistenceRow />
        <RowLink to="/more" label={texts.allApps} />
        <RowLink to="/privacy" label={texts.privacy} />
        <TellingRow />
        <Row label={texts.version} trailing={<Quiet>{version}</Quiet>} />
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
  const texts = useTexts(settingsTexts)
  const language = useChosenLanguage()
  const { theme, text } = useAppearance()
  return (
    <Card flush title={texts.look}>
      <SegmentedControl
        label={texts.language}
        value={language}
        options={languageOptions}
        onChoose={setLanguage}
      />
      <SegmentedControl
        label={texts.theme}
        value={theme}
        options={[
          { value: 'auto', label: texts.auto },
          { value: 'light', label: texts.light },
          { value: 'dark', label: texts.dark },
        ]}
        onChoose={setTheme}
      />
      <SegmentedControl
        label={texts.textSize}
        value={text}
        options={[
          { value: 'normal', label: texts.normal },
          { value: 'large', label: texts.large },
        ]}
        onChoose={setTextSize}
      />
    </Card>
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <span className={styles['quiet']}>{children}</span>
)
