import { useState } from 'react'
import * as v from 'valibot'
import { CheckboxGroup, SheetFields, OfficeForm } from '#app/features/office/public.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Button } from '#app/ui/Button.tsx'
import { Sheet } from '#app/ui/Sheet.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { TextField } from '#app/ui/TextField.tsx'
import { NewWebhookEndpoint, WEBHOOK_EVENTS, webhooks } from '#contract/webhooks'
import { webhookEventTexts, webhookTexts } from '#i18n/webhooks'
import styles from './webhooks.module.css'

const EMPTY = { name: '', url: '' }

/** Creates an endpoint; the secret of its signatures is shown once. */
export function NewEndpoint({ onCreated }: { onCreated: () => void }) {
  const texts = useTexts(webhookTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(EMPTY)
  const [events, setEvents] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [secret, setSecret] = useState<string>()
  const end = () => {
    setOpen(false)
    if (secret === undefined) return
    setSecret(undefined)
    setTyped(EMPTY)
    setEvents([])
    onCreated()
  }
  const submit = async () => {
    const input = { ...typed, events: WEBHOOK_EVENTS.filter((event) => events.includes(event)) }
    const checked = v.safeParse(NewWebhookEndpoint.schema, input, { lang: language })
    setErrors(
      Object.fromEntries(
        (checked.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    if (!checked.success) return
    const outcome = await send(webhooks.create, input)
    if (outcome?.type === 'ok') setSecret(outcome.data.secret)
  }
  return (
    <>
      <Button tone="second" onClick={() => setOpen(true)}>
        {texts.create}
      </Button>
      <Sheet open={open} title={secret === undefined ? texts.create : texts.created} onClose={end}>
        {secret === undefined ? (
          <OfficeForm
            button={texts.create}
            busy={busy}
            problem={errors['events'] ?? problem}
            onSubmit={submit}
          >
            <SheetFields>
              {(['name', 'url'] as const).map((name) => (
                <TextField
                  key={name}
                  label={texts[name]}
                  value={typed[name]}
                  error={errors[name]}
                  maxLength={name === 'url' ? 500 : 50}
                  onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
                />
              ))}
            </SheetFields>
            <CheckboxGroup
              plain
              label={texts.events}
              options={WEBHOOK_EVENTS.map((value) => ({
                value,
                label: webhookEventTexts[value][language],
              }))}
              chosen={events}
              onChange={setEvents}
            />
          </OfficeForm>
        ) : (
          <Stack>
            <p className={styles['secret']}>{secret}</p>
            <p>{texts.shownOnce}</p>
            <Button onClick={end}>{texts.noted}</Button>
          </Stack>
        )}
      </Sheet>
    </>
  )
}
