import { Check, Hourglass, WifiOff } from 'lucide'
import { useEffect } from 'react'
import { checkReadiness, useReadiness } from '#app/features/readiness/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useSession } from '#app/lib/session.ts'
import { Card } from '#app/ui/Card.tsx'
import { Icon } from '#app/ui/Icon.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { Row, RowLink } from '#app/ui/Row.tsx'
import { homeWords } from '#words/home'

/** Before setting off: does the app open without a signal, truly, and what to read. */
export function ReadyCard() {
  const words = useWords(homeWords)
  const isNew = useSession()?.isNew ?? false
  const readiness = useReadiness()
  useEffect(() => void checkReadiness(), [])
  const preparing =
    readiness.type === 'preparing' && readiness.all > 0
      ? words.offlinePreparingPart(readiness.done, readiness.all)
      : words.offlinePreparingText
  const said = {
    ready: {
      tone: 'done',
      icon: <Icon of={Check} />,
      word: words.offlineReady,
      text: words.offlineReadyText,
    },
    preparing: {
      tone: 'wait',
      icon: <Icon of={Hourglass} />,
      word: words.offlinePreparing,
      text: preparing,
    },
    unsupported: {
      tone: 'mute',
      icon: <Icon of={WifiOff} />,
      word: words.offlineNone,
      text: words.offlineNoneText,
    },
  } as const
  const { tone, icon, word, text } = said[readiness.type]
  return (
    <Card flush title={isNew ? words.ready : words.readyContinuing} seen>
      <Row
        label={words.offlineCheck}
        description={<span data-now>{text}</span>}
        trailing={
          <span data-now>
            <Pill tone={tone} icon={icon}>
              {word}
            </Pill>
          </span>
        }
      />
      <RowLink to="/schoolKnow" label={words.enrolment} />
    </Card>
  )
}
