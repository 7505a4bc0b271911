import { formatChinaTime, PagedTable } from '#app/features/office/public.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { Pill } from '#app/ui/Pill.tsx'
import { studentMessages } from '#contract/student-messages'
import { messageChannelTexts } from '#i18n/message-channels'
import { studentMessageTexts } from '#i18n/student-messages'

/** What was sent to a student: by which channels, with what result, and when it was read. */
export function ReceivedMessages({ student }: { student: string }) {
  const texts = useTexts(studentMessageTexts)
  const names = useTexts(messageChannelTexts)
  return (
    <PagedTable
      title={texts.ofStudent}
      name="reach-student"
      entry={studentMessages.ofStudent}
      input={{ student }}
      rowsOf={({ messages }) => messages}
      columns={[
        {
          title: texts.heading,
          cell: ({ title, withdrawn }) => (
            <>
              {title} {withdrawn && <Pill tone="need">{texts.withdrawn}</Pill>}
            </>
          ),
        },
        { title: texts.topic, cell: ({ topic }) => names.topics[topic] },
        { title: texts.at, cell: ({ at }) => formatChinaTime(at), short: true },
        {
          title: texts.results,
          cell: ({ attempts, waiting }) => (
            <>
              {attempts.map(({ channel, state, code }) => (
                <div key={channel}>
                  {[names.channels[channel], texts.states[state], code].join(' ').trim()}
                </div>
              ))}
              {waiting && <div>{texts.waitingOne}</div>}
            </>
          ),
        },
        {
          title: texts.readAt,
          cell: ({ readAt }) => (readAt === '' ? texts.unread : formatChinaTime(readAt)),
          short: true,
        },
      ]}
      rowKey={({ id }) => id}
      empty={<p>{texts.ofStudentNone}</p>}
    />
  )
}
