import { useState } from 'react'
import {
  PagedTable,
  formatChinaTime,
  OfficePage,
  type TableColumn,
} from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { textMessages, type TextMessageRecord } from '#contract/text-messages'
import { officeTexts } from '#i18n/office'
import { textMessagesTexts } from '#i18n/text-messages'

const STATES: Readonly<
  Record<string, { tone: Tone; says: 'waiting' | 'sent' | 'shown' | 'givenUp' }>
> = {
  waiting: { tone: 'wait', says: 'waiting' },
  sent: { tone: 'done', says: 'sent' },
  shown: { tone: 'mute', says: 'shown' },
  'given up': { tone: 'need', says: 'givenUp' },
}
const FAULTS: Readonly<Record<string, 'refused' | 'late' | 'away'>> = {
  refused: 'refused',
  'too late': 'late',
  away: 'away',
}

/**
 * The recipient of a text message, masked until the user reveals it. On the demo campus the text is
 * shown too.
 */
function RecipientCell({ id, phone }: TextMessageRecord) {
  const texts = useTexts(textMessagesTexts)
  const office = useTexts(officeTexts)
  const { send, problem } = useOnlineCall()
  const [shown, setShown] = useState<{ phone: string; text: string }>()
  const look = async () => {
    const outcome = await send(textMessages.reveal, { id })
    if (outcome?.type === 'ok') setShown(outcome.data)
  }
  if (shown !== undefined)
    return [shown.phone, shown.text].filter((said) => said !== '').join(' · ')
  return (
    <>
      {phone}{' '}
      <TextButton
        label={`${office.show} ${texts.phone} · ${office.showNote}`}
        onClick={() => void look()}
      >
        {office.show}
      </TextButton>
      <Alert text={problem} />
    </>
  )
}

/** The text messages that were sent, newest first. */
export function TextMessagesScreen() {
  const texts = useTexts(textMessagesTexts)
  const columns: readonly TableColumn<TextMessageRecord>[] = [
    { title: texts.at, cell: ({ at }) => formatChinaTime(at) },
    { title: texts.phone, cell: (sent) => <RecipientCell {...sent} /> },
    {
      title: texts.state,
      cell: ({ state, fault, tries }) => {
        const { tone, says } = STATES[state] ?? { tone: 'mute', says: 'waiting' }
        const why = FAULTS[fault]
        return (
          <>
            <Pill tone={tone}>{texts[says]}</Pill>{' '}
            {why !== undefined && `${texts[why]} · ${texts.tries(tries)}`}
          </>
        )
      },
    },
  ]
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <PagedTable
        title={texts.title}
        name="messages"
        entry={textMessages.list}
        input={{}}
        rowsOf={({ texts }) => texts}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
