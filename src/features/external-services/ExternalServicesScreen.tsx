import { useState } from 'react'
import { OfficePage } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import type { Tone } from '#app/ui/tone.ts'
import type { CallOutput } from '#contract/call'
import {
  type ExternalService,
  externalServices,
  type ServiceTrial,
} from '#contract/external-services'
import { explainServiceCode, externalServiceTexts } from '#i18n/external-services'
import { PaymentTrials } from './PaymentTrials.tsx'
import styles from './external-services.module.css'

const TONES: Readonly<Record<string, Tone>> = { on: 'done', sandbox: 'wait', off: 'mute' }

/** The services outside the product: whether each is set up, and trials of them. */
export function ExternalServicesScreen() {
  const texts = useTexts(externalServiceTexts)
  const read = useOnlineQuery({
    name: 'external-services',
    entry: externalServices.list,
    input: {},
  })
  return (
    <OfficePage title={texts.title} narrow>
      <p>{texts.about}</p>
      {read.data === undefined ? (
        <QueryFallback kept={read} failed={read.problem ?? ''} />
      ) : (
        read.data.services.map((service) => (
          <ServiceCard key={service.name} service={service} list={read.data} />
        ))
      )}
    </OfficePage>
  )
}

type ServiceList = CallOutput<typeof externalServices.list>

function ServiceCard({
  service: { name, state, settings },
  list,
}: {
  service: ExternalService
  list: ServiceList | undefined
}) {
  const texts = useTexts(externalServiceTexts)
  const names: Readonly<Record<string, string>> = texts.services
  const states: Readonly<Record<string, string>> = texts.states
  return (
    <Card
      title={names[name] ?? name}
      action={<Pill tone={TONES[state] ?? 'mute'}>{states[state] ?? state}</Pill>}
    >
      <div className={styles['service']}>
        {state === 'off' && <MutedText>{texts.offText}</MutedText>}
        {state === 'sandbox' && <MutedText>{texts.sandboxText}</MutedText>}
        {settings.length > 0 && (
          <dl className={styles['settings']}>
            {settings.map((setting) => (
              <div key={setting.name}>
                <dt>{setting.name}</dt>
                <dd>{setting.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {state !== 'off' && list !== undefined && <Trials name={name} list={list} />}
      </div>
    </Card>
  )
}

function Trials({ name, list }: { name: string; list: ServiceList }) {
  const texts = useTexts(externalServiceTexts)
  switch (name) {
    case 'sms':
      return <SmsTrial ownPhone={list.phone} />
    case 'wechat':
    case 'wecom':
    case 'dingtalk':
      return (
        <>
          <TrialButton trial={name} label={texts.connect} />
          {list.messagingApp === name ? (
            <TrialButton trial="message-to-self" label={texts.sendMessage} />
          ) : (
            <MutedText>{texts.onlyInApp}</MutedText>
          )}
        </>
      )
    case 'university':
      return <TrialButton trial="university" label={texts.connect} />
    case 'payment':
      return <PaymentTrials />
    default:
      return null
  }
}

/** Tries a service, and says what it answered. */
function useTrial(trial: ServiceTrial) {
  const texts = useTexts(externalServiceTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const [said, setSaid] = useState<CallOutput<typeof externalServices.try>>()
  const run = async (phone = '') => {
    setSaid(undefined)
    const outcome = await send(externalServices.try, { trial, phone })
    if (outcome?.type === 'ok') setSaid(outcome.data)
  }
  const worked = ({ shown, answer: code }: { shown: string; answer: string }) =>
    shown !== ''
      ? texts.shownHere(shown)
      : trial === 'sms'
        ? texts.smsAccepted(code)
        : texts.accepted(code)
  const result = (
    <>
      <Alert text={problem} />
      {said?.ok === true && <p role="status">{worked(said)}</p>}
      {said?.ok === false && (
        <Alert text={texts.failed(explainServiceCode(said.answer)[language], said.answer)} />
      )}
    </>
  )
  return { run, busy, result }
}

function TrialButton({ trial, label }: { trial: ServiceTrial; label: string }) {
  const { run, busy, result } = useTrial(trial)
  return (
    <>
      <Button tone="second" busy={busy} onClick={() => void run()}>
        {label}
      </Button>
      {result}
    </>
  )
}

function SmsTrial({ ownPhone }: { ownPhone: string }) {
  const texts = useTexts(externalServiceTexts)
  const { run, busy, result } = useTrial('sms')
  const [phone, setPhone] = useState('')
  const [asking, ask] = useState(false)
  const send = async () => {
    await run(phone.trim())
    ask(false)
  }
  return (
    <>
      <TextField
        label={texts.phone}
        hint={ownPhone === '' ? texts.noOwnPhone : texts.ownPhone(ownPhone)}
        type="tel"
        value={phone}
        maxLength={30}
        onChange={({ target }) => setPhone(target.value)}
      />
      <Button
        tone="second"
        busy={busy}
        onClick={() => (phone.trim() === '' ? void run() : ask(true))}
      >
        {texts.sendSms}
      </Button>
      {result}
      <Dialog
        open={asking}
        title={texts.sendSms}
        onClose={() => ask(false)}
        actions={
          <>
            <Button busy={busy} onClick={() => void send()}>
              {texts.send}
            </Button>
            <Button tone="second" onClick={() => ask(false)}>
              {texts.cancel}
            </Button>
          </>
        }
      >
        <p>{texts.confirmSms(phone.trim())}</p>
      </Dialog>
    </>
  )
}
