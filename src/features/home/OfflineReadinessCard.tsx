import { Check, Hourglass, WifiOff } from 'lucide'
import { useEffect } from 'react'
import { checkReadiness, useReadiness } from '#app/features/offline-readiness/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useSession } from '#app/lib/session/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { homeTexts } from '#i18n/home'

/**
 * A card for the days before arrival. It shows whether the app opens offline, and links to texts
 * worth reading.
 */
export function OfflineReadinessCard() {
  const texts = useTexts(homeTexts)
  const isNew = useSession()?.isNew ?? false
  const readiness = useReadiness()
  useEffect(() => void checkReadiness(), [])
  const preparing =
    readiness.type === 'preparing' && readiness.all > 0
      ? texts.offlinePreparingPart(readiness.done, readiness.all)
      : texts.offlinePreparingText
  const said = {
    ready: {
      tone: 'done',
      icon: <Icon of={Check} />,
      word: texts.offlineReady,
      text: texts.offlineReadyText,
    },
    preparing: {
      tone: 'wait',
      icon: <Icon of={Hourglass} />,
      word: texts.offlinePreparing,
      text: preparing,
    },
    unsupported: {
      tone: 'mute',
      icon: <Icon of={WifiOff} />,
      word: texts.offlineNone,
      text: texts.offlineNoneText,
    },
  } as const
  const { tone, icon, word, text } = said[readiness.type]
  return (
    <Card flush title={isNew ? texts.ready : texts.readyContinuing}>
      <Row
        label={texts.offlineCheck}
        description={text}
        trailing={
          <Pill tone={tone} icon={icon}>
            {word}
          </Pill>
        }
      />
      <RowLink to="/schoolKnow" label={texts.enrolment} />
    </Card>
  )
}
