import { useState } from 'react'
import * as v from 'valibot'
import { formatLongDay } from '#app/lib/format/dates.ts'
import { useLanguage, useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Row } from '#app/ui/Row.tsx'
import { Stack } from '#app/ui/Stack.tsx'
import { DateField, TextareaField } from '#app/ui/TextField.tsx'
import { showToast } from '#app/ui/toast.ts'
import {
  lateArrivalRequestSchema,
  lateArrivals,
  type LateArrivalRequest,
} from '#contract/late-arrivals'
import { lateArrivalTexts } from '#i18n/late-arrivals'

/** The form of a request, and the earlier requests with their answers. */
export function LateArrivalRequests({
  requests,
  canAsk,
  waiting,
  onChanged,
}: {
  requests: readonly LateArrivalRequest[]
  canAsk: boolean
  waiting: LateArrivalRequest | undefined
  onChanged: () => void
}) {
  const texts = useTexts(lateArrivalTexts)
  const language = useLanguage()
  const { send, busy, problem } = useOnlineCall()
  const [reason, setReason] = useState(waiting?.reason ?? '')
  const [expectedOn, setExpectedOn] = useState(waiting?.expectedOn ?? '')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const ask = async () => {
    const input = { reason, expectedOn }
    const checked = v.safeParse(lateArrivalRequestSchema, input, { lang: language })
    setErrors(
      Object.fromEntries(
        (checked.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message]),
      ),
    )
    if (!checked.success) return
    const outcome = await send(lateArrivals.ask, input)
    if (outcome?.type !== 'ok') return
    showToast(texts.sent)
    onChanged()
  }
  const withdraw = async (id: string) => {
    const outcome = await send(lateArrivals.withdraw, { id })
    if (outcome?.type !== 'ok') return
    showToast(texts.withdrawn)
    onChanged()
  }
  return (
    <Stack>
      {requests.map((one) => (
        <Card key={one.id} flush title={texts.states[one.state]}>
          <Row label={texts.expectedOn} value={one.expectedOn} />
          <Row label={texts.reason} value={one.reason} />
          {one.answer !== '' && <Row label={texts.answer} value={one.answer} />}
        </Card>
      ))}
      {canAsk ? (
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void ask()
          }}
        >
          <Card flush>
            <DateField
              label={texts.expectedOn}
              shown={formatLongDay(expectedOn, language)}
              value={expectedOn}
              error={errors['expectedOn']}
              onChange={({ target }) => setExpectedOn(target.value)}
            />
            <TextareaField
              label={texts.reason}
              value={reason}
              maxLength={200}
              error={errors['reason']}
              onType={setReason}
            />
          </Card>
          <Alert text={problem} />
          <Button type="submit" busy={busy}>
            {waiting === undefined ? texts.send : texts.change}
          </Button>
          {waiting !== undefined && (
            <Button tone="danger" busy={busy} onClick={() => void withdraw(waiting.id)}>
              {texts.withdraw}
            </Button>
          )}
        </Stack>
      ) : (
        <p>{texts.newOnly}</p>
      )}
    </Stack>
  )
}
