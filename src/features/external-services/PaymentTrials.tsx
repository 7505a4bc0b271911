import { formatChinaTime } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { appConfig } from '#app/lib/platform/config.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { MutedText } from '#app/ui/MutedText.tsx'
import { Pill } from '#app/ui/Pill.tsx'
import { QrCode } from '#app/ui/QrCode.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import type { Tone } from '#app/ui/tone.ts'
import { externalServices, type PaymentTrial } from '#contract/external-services'
import { explainServiceCode, externalServiceTexts } from '#i18n/external-services'
import styles from './external-services.module.css'

const LOOK_MS = 3000
const TONES: Readonly<Record<string, Tone>> = {
  waiting: 'wait',
  paid: 'wait',
  refunding: 'wait',
  stuck: 'need',
  failed: 'need',
  refunded: 'done',
  closed: 'mute',
}
/** The states in which a fen was taken and is not back. */
const LEFT_OVER = ['paid', 'refunding', 'stuck']
const isUnfinished = ({ state }: PaymentTrial) => state === 'waiting' || LEFT_OVER.includes(state)

/** Payments of one fen and their way back, each with what happened. */
export function PaymentTrials() {
  const texts = useTexts(externalServiceTexts)
  const { send, busy, problem } = useOnlineCall()
  const read = useOnlineQuery({
    name: 'payment-trials',
    entry: externalServices.payments,
    input: {},
    refetchInterval: (answer) => (answer?.trials.some(isUnfinished) === true ? LOOK_MS : undefined),
  })
  const pay = async () => {
    if ((await send(externalServices.pay, {}))?.type === 'ok') read.retry()
  }
  const proceed = async (number: string) => {
    await send(externalServices.proceed, { number })
    read.retry()
  }
  const trials = read.data?.trials
  const leftOver = trials?.filter(({ state }) => LEFT_OVER.includes(state)).length ?? 0
  return (
    <>
      <p>{texts.payText}</p>
      <Button tone="second" busy={busy} onClick={() => void pay()}>
        {texts.pay}
      </Button>
      <Alert text={problem} />
      {leftOver > 0 && <p role="status">{texts.leftOver(leftOver)}</p>}
      {trials === undefined ? (
        <QueryFallback kept={read} failed={read.problem ?? ''} />
      ) : (
        <section aria-label={texts.trials} className={styles['trials']}>
          {trials.length === 0 && <MutedText>{texts.noTrials}</MutedText>}
          {trials.map((trial) => (
            <TrialDetails
              key={trial.number}
              trial={trial}
              onProceed={() => void proceed(trial.number)}
            />
          ))}
        </section>
      )}
    </>
  )
}

function TrialDetails({ trial, onProceed }: { trial: PaymentTrial; onProceed: () => void }) {
  const texts = useTexts(externalServiceTexts)
  const language = useLanguage()
  const states: Readonly<Record<string, string>> = texts.trialStates
  const stages: Readonly<Record<string, string>> = texts.stages
  const { number, state, link, at, by, transaction } = trial
  // A path is a page of this server, which simulates the payment service.
  const isPath = link.startsWith('/')
  const address = isPath ? new URL(`${appConfig.roots.campus}${link}`, location.href).href : link
  return (
    <article className={styles['trial']}>
      <header>
        <h3>{number}</h3>
        <Pill tone={TONES[state] ?? 'mute'}>{states[state] ?? state}</Pill>
      </header>
      <MutedText>
        {[texts.startedBy(by, formatChinaTime(at)), transaction].filter(Boolean).join(' · ')}
      </MutedText>
      {link !== '' && (
        <figure>
          <QrCode text={address} label={texts.scanToPay} />
          <figcaption>
            {texts.scanToPay}{' '}
            {isPath && (
              <a href={address} target="_blank" rel="noreferrer">
                {texts.openLink}
              </a>
            )}
          </figcaption>
        </figure>
      )}
      <ol>
        {trial.stages.map(({ stage, code, first, last, times }) => (
          <li key={`${stage} ${code}`}>
            <time dateTime={first}>{formatChinaTime(first)}</time>
            <span>
              {stages[stage] ?? stage}
              {code !== '' &&
                (stage === 'wrong-amount'
                  ? ` (${code})`
                  : `：${explainServiceCode(code)[language]} (${code})`)}
              {times > 1 && <small> {texts.times(times, formatChinaTime(last))}</small>}
            </span>
          </li>
        ))}
      </ol>
      {isUnfinished(trial) && (
        <TextButton label={texts.againNamed(number)} onClick={onProceed}>
          {texts.again}
        </TextButton>
      )}
    </article>
  )
}
