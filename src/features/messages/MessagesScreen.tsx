import { LiveTable, moment, OfficePage, type Column } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { messages, type SentText } from '#contract/messages'
import { messagesWords } from '#words/messages'

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

/** Texts that went to telephones, newest first. */
export function MessagesScreen() {
  const words = useWords(messagesWords)
  const columns: readonly Column<SentText>[] = [
    { key: 'at', title: words.at, cell: ({ at }) => moment(at) },
    { key: 'phone', title: words.phone, cell: ({ phone }) => phone },
    { key: 'text', title: words.text, cell: ({ text }) => text },
    {
      key: 'state',
      title: words.state,
      cell: ({ state, fault, tries }) => {
        const { tone, says } = STATES[state] ?? { tone: 'mute', says: 'waiting' }
        const why = FAULTS[fault]
        return (
          <>
            <Pill tone={tone}>{words[says]}</Pill>{' '}
            {why !== undefined && `${words[why]} · ${words.tries(tries)}`}
          </>
        )
      },
    },
  ]
  return (
    <OfficePage title={words.title}>
      <p>{words.about}</p>
      <LiveTable
        title={words.title}
        name="messages"
        entry={messages.list}
        input={{}}
        rowsOf={({ texts }) => texts}
        columns={columns}
        rowKey={({ id }) => id}
      />
    </OfficePage>
  )
}
