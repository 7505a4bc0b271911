import { useState } from 'react'
import {
  formatChinaTime,
  OfficeForm,
  OfficePage,
  PagedTable,
  ReasonSheet,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Card } from '#app/ui/Card.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { TextareaField, TextField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type Audience, EVERY_STUDENT } from '#contract/audiences'
import { formatYuan } from '#contract/fields'
import { type SentMessage, studentMessages } from '#contract/student-messages'
import { messageChannelTexts } from '#i18n/message-channels'
import { studentMessageTexts } from '#i18n/student-messages'
import { AudienceFields } from './AudienceFields.tsx'
import { AudiencePreview } from './AudiencePreview.tsx'
import styles from './student-messages.module.css'

const NEW = { title: '', content: '', titleEn: '', contentEn: '', important: false }

/** Writes a message to an audience, after its count and preview; below, what was sent. */
export function MessagesScreen() {
  const texts = useTexts(studentMessageTexts)
  const channels = useTexts(messageChannelTexts).channels
  const [audience, setAudience] = useState<Audience>({ ...EVERY_STUDENT, cohort: 'new' })
  const [message, setMessage] = useState(NEW)
  const { send, busy, problem, setProblem } = useOnlineCall()
  const [isAsking, ask] = useState(false)
  const [changes, setChanges] = useState(0)
  const readAgain = () => setChanges((now) => now + 1)
  const preview = useOnlineQuery({
    name: 'reach-preview',
    entry: studentMessages.preview,
    input: { audience },
  })
  const { data: offered } = useOnlineQuery({
    name: 'reach-choices',
    entry: studentMessages.choices,
    input: {},
  })
  const set = (part: Partial<typeof NEW>) => setMessage((now) => ({ ...now, ...part }))
  const { count = 0, textMessages = 0, textMessageFen = 0 } = preview.data ?? {}
  const submit = async () => {
    const outcome = await send(studentMessages.send, { ...message, audience, seen: count })
    if (outcome?.type !== 'ok') return preview.retry()
    ask(false)
    showToast(texts.sent(outcome.data.told))
    setMessage(NEW)
    readAgain()
  }
  // What has arrived on a phone cannot be taken back, so it is asked for once.
  const confirm = () => {
    const { title, content } = message
    const missing =
      title === '' ? texts.titleNeeded : content === '' ? texts.contentNeeded : undefined
    setProblem(missing)
    ask(missing === undefined)
  }
  return (
    <OfficePage title={texts.title}>
      <p>{texts.about}</p>
      <AudienceFields audience={audience} onChange={setAudience} />
      {preview.data === undefined ? (
        <QueryFallback kept={preview} failed={texts.audience} rows={4} />
      ) : (
        <AudiencePreview {...preview.data} />
      )}
      <Card title={texts.compose}>
        <OfficeForm
          button={texts.send(count)}
          busy={busy}
          problem={isAsking ? undefined : problem}
          onSubmit={confirm}
        >
          <TextField
            label={texts.heading}
            value={message.title}
            onType={(title) => set({ title })}
          />
          <TextareaField
            label={texts.content}
            value={message.content}
            onType={(content) => set({ content })}
          />
          <TextField
            label={texts.headingEn}
            lang="en"
            value={message.titleEn}
            onType={(titleEn) => set({ titleEn })}
          />
          <TextareaField
            label={texts.contentEn}
            lang="en"
            value={message.contentEn}
            onType={(contentEn) => set({ contentEn })}
          />
          <label>
            <input
              type="checkbox"
              checked={message.important}
              onChange={({ target }) => set({ important: target.checked })}
            />{' '}
            {texts.important}
          </label>
          {offered !== undefined && (
            <MutedText>
              {texts.order(offered.order.map((name) => channels[name]).join(' → '))}
            </MutedText>
          )}
        </OfficeForm>
      </Card>
      <Sheet open={isAsking} title={texts.send(count)} onClose={() => ask(false)}>
        <OfficeForm
          button={texts.confirm}
          busy={busy}
          problem={problem}
          onSubmit={() => void submit()}
        >
          <p>{texts.confirmAbout}</p>
          {textMessages > 0 && (
            <p>{texts.textMessages(textMessages, formatYuan(textMessages * textMessageFen))}</p>
          )}
          <p>
            <b>{message.title}</b>
          </p>
          <p className={styles['content']}>{message.content}</p>
        </OfficeForm>
      </Sheet>
      <PagedTable
        follows={changes === 0 ? undefined : changes}
        title={texts.log}
        name="reach-list"
        entry={studentMessages.list}
        input={{}}
        rowsOf={({ messages }) => messages}
        isUnfinished={({ waiting }) => waiting > 0}
        columns={[
          { title: texts.heading, cell: (row) => <MessageText {...row} /> },
          { title: texts.audience, cell: (row) => row.audience },
          { title: texts.at, cell: ({ at }) => formatChinaTime(at), short: true },
          { title: texts.by, cell: ({ by }) => by },
          { title: texts.people, cell: (row) => row.count, isNumeric: true },
          { title: texts.read, cell: ({ read }) => read, isNumeric: true },
          { title: texts.results, cell: (row) => <Results {...row} /> },
          {
            title: '',
            cell: ({ id, title, withdrawn }) =>
              withdrawn ? null : (
                <ReasonSheet
                  action={texts.withdraw}
                  named={texts.withdrawNamed(title)}
                  about={texts.withdrawAbout}
                  entry={studentMessages.withdraw}
                  input={(reason) => ({ id, reason })}
                  done={texts.withdrawn}
                  onEnd={readAgain}
                />
              ),
          },
        ]}
        rowKey={({ id }) => id}
        empty={<p>{texts.none}</p>}
      />
    </OfficePage>
  )
}

// The title; the text is shown on demand.
function MessageText({ title, content, withdrawn }: SentMessage) {
  const texts = useTexts(studentMessageTexts)
  return (
    <details>
      <summary>
        {title} {withdrawn && <Pill tone="need">{texts.withdrawn}</Pill>}
      </summary>
      <p className={styles['content']}>{content}</p>
    </details>
  )
}

function Results({ sums, waiting }: SentMessage) {
  const texts = useTexts(studentMessageTexts)
  const channels = useTexts(messageChannelTexts).channels
  const parts = [
    ...sums.map(({ channel, state, count, costFen }) =>
      [
        `${channels[channel]} ${texts.states[state]} ${count}`,
        ...(costFen > 0 ? [texts.cost(formatYuan(costFen))] : []),
      ].join('，'),
    ),
    ...(waiting > 0 ? [texts.waiting(waiting)] : []),
  ]
  return parts.map((part) => <div key={part}>{part}</div>)
}
