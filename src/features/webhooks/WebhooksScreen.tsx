import { useState } from 'react'
import {
  formatChinaTime,
  OfficePage,
  PagedTable,
  ReasonSheet,
  Table,
  type TableColumn,
} from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { showToast } from '#app/ui/toast.ts'
import type { Tone } from '#app/ui/tone.ts'
import {
  type WebhookDelivery,
  type WebhookEndpoint,
  webhooks,
  type WebhookState,
} from '#contract/webhooks'
import type { Language } from '#i18n/translate'
import { webhookEventTexts, webhookTexts } from '#i18n/webhooks'
import { NewEndpoint } from './NewEndpoint.tsx'

const TONES: Readonly<Record<WebhookState, Tone>> = {
  waiting: 'wait',
  delivered: 'done',
  'given up': 'need',
}
const eventName = (type: string, language: Language) =>
  new Map(Object.entries(webhookEventTexts)).get(type)?.[language] ?? type

/** The addresses that are told of events, and what was delivered to one of them. */
export function WebhooksScreen() {
  const texts = useTexts(webhookTexts)
  const language = useLanguage()
  const { send, problem } = useOnlineCall()
  const read = useOnlineQuery({ name: 'webhooks', entry: webhooks.list, input: {} })
  const [shown, setShown] = useState<string>()
  const [revision, setRevision] = useState(0)
  const again = () => {
    setRevision((before) => before + 1)
    read.retry()
  }
  const replay = async (endpoint: string, event: string) => {
    const outcome = await send(webhooks.replay, { endpoint, event })
    if (outcome?.type !== 'ok') return
    showToast(texts.replayed(String(outcome.data.count)))
    again()
  }
  const columns: readonly TableColumn<WebhookEndpoint>[] = [
    {
      title: texts.name,
      cell: ({ name, url }) => (
        <>
          <div>{name}</div>
          <MutedText>{url}</MutedText>
        </>
      ),
    },
    {
      title: texts.events,
      cell: ({ events }) => events.map((type) => eventName(type, language)).join('、'),
    },
    { title: texts.waiting, cell: ({ waiting }) => waiting, isNumeric: true },
    { title: texts.givenUp, cell: ({ givenUp }) => givenUp, isNumeric: true },
    {
      title: texts.deliveredAt,
      cell: ({ deliveredAt }) => (deliveredAt === '' ? '' : formatChinaTime(deliveredAt)),
    },
    {
      title: '',
      cell: ({ id, name, givenUp }) => (
        <>
          <TextButton label={`${texts.deliveries} ${name}`} onClick={() => setShown(id)}>
            {texts.deliveries}
          </TextButton>
          {givenUp > 0 && (
            <TextButton label={`${texts.replayAll} ${name}`} onClick={() => void replay(id, '')}>
              {texts.replayAll}
            </TextButton>
          )}
          <ReasonSheet
            action={texts.remove}
            named={texts.removeOf(name)}
            about={texts.removeAbout}
            entry={webhooks.remove}
            input={(reason) => ({ id, reason })}
            done={texts.removed}
            onEnd={() => {
              setShown(undefined)
              again()
            }}
            onRefused={again}
          />
        </>
      ),
    },
  ]
  const deliveryColumns: readonly TableColumn<WebhookDelivery>[] = [
    { title: texts.events, cell: ({ type }) => eventName(type, language) },
    { title: texts.student, cell: ({ student }) => student },
    { title: texts.at, cell: ({ at }) => formatChinaTime(at) },
    {
      title: texts.outcome,
      cell: ({ state }) => (
        <Pill tone={TONES[state]}>{texts[state === 'given up' ? 'givenUp' : state]}</Pill>
      ),
    },
    { title: texts.attempts, cell: ({ tries }) => tries, isNumeric: true },
    { title: texts.answer, cell: ({ status }) => (status === 0 ? texts.noAnswer : status) },
    {
      title: '',
      cell: ({ endpoint, event, student, type }) => (
        <TextButton
          label={`${texts.replay} ${eventName(type, language)} ${student}`}
          onClick={() => void replay(endpoint, event)}
        >
          {texts.replay}
        </TextButton>
      ),
    },
  ]
  const hosts = read.data?.hosts ?? []
  return (
    <OfficePage title={texts.title} actions={<NewEndpoint onCreated={again} />}>
      <p>{texts.about}</p>
      <Alert text={problem} />
      {read.data === undefined ? (
        <QueryFallback kept={read} failed={texts.title} />
      ) : (
        <>
          <MutedText>
            {hosts.length === 0 ? texts.noHosts : texts.hosts(hosts.join('、'))}
          </MutedText>
          <Table
            caption={texts.title}
            titled
            columns={columns}
            rows={read.data.endpoints}
            rowKey={({ id }) => id}
            empty={<p>{texts.none}</p>}
          />
        </>
      )}
      {shown !== undefined && (
        <section aria-label={texts.deliveries}>
          <h2>{texts.deliveries}</h2>
          <PagedTable
            key={`${shown} ${revision}`}
            title={texts.deliveries}
            name="webhook-deliveries"
            entry={webhooks.deliveries}
            input={{ endpoint: shown }}
            rowsOf={({ deliveries }) => deliveries}
            columns={deliveryColumns}
            rowKey={({ event }) => event}
            empty={<p>{texts.noDeliveries}</p>}
          />
        </section>
      )}
    </OfficePage>
  )
}
