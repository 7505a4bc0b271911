import { type SubmitEvent, useState } from 'react'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language.ts'
import { shownMoney } from '#app/lib/money.ts'
import { useNetwork } from '#app/lib/network.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type Decision, decisionSchema } from '#contract/audit'
import { type Application, APPROVED } from '#contract/greenchannel'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import { aboutOf } from './about.ts'
import { DecisionFields } from './DecisionFields.tsx'
import type { Kind } from './kinds.ts'
import { useTogether } from './useTogether.ts'

const NAMES = ['status', 'reason'] as const
const keepNothing = () => Promise.resolve()

/** Several applications with one decision; what could not be decided stays, and says why. */
export function Together({
  kind,
  rows,
  first,
  onDecided,
  onLeave,
}: {
  kind: Kind
  /** Those that are still to be decided. */
  rows: readonly Application[]
  first: Application
  onDecided: (decided: Application) => void
  onLeave: () => void
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const say = useTexts(formTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [asked, setAsked] = useState<Decision>()
  const { decide, busy, done, failed } = useTogether({ kind, onDecided })
  const { form, wrong, focusFirst } = useContractForm<Decision, Decision>({
    rules: decisionSchema,
    names: NAMES,
    source: { values: { ...aboutOf(kind, first), status: '', reason: '' } },
    restored: false,
    onDraft: keepNothing,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!offline) void form.handleSubmit(ask, focusFirst)(event)
  }
  // Money is given: it is asked once more, with the sum.
  const ask = async (decision: Decision) => {
    if (decision.status === APPROVED) setAsked(decision)
    else await decide(rows, decision)
  }
  const approve = () => {
    if (asked !== undefined) void decide(rows, asked)
    setAsked(undefined)
  }
  const sum = rows.reduce((all, { amount }) => all + amount, 0)
  return (
    <>
      <Card
        flush
        title={texts.chosen(rows.length)}
        action={<TextButton onClick={onLeave}>{texts.chooseNone}</TextButton>}
      >
        {rows.map((one) => (
          <Row
            key={one.id}
            label={`${one.name} ${one.number}`}
            value={shownMoney(one.amount)}
            description={failed.get(one.id)}
          />
        ))}
      </Card>
      <Dialog
        open={asked !== undefined}
        title={texts.sureTitle(rows.length)}
        onClose={() => setAsked(undefined)}
        actions={
          <>
            <Button onClick={approve}>{texts.sure}</Button>
            <Button tone="second" onClick={() => setAsked(undefined)}>
              {texts.notYet}
            </Button>
          </>
        }
      >
        <p>{texts.sureText(shownMoney(sum))}</p>
      </Dialog>
      <p role="status">{done > 0 && texts.decidedTogether(done, failed.size)}</p>
      {rows.length > 0 && (
        <FormBody
          texts={{ ...say, needed: undefined, submit: texts.submitTogether(rows.length) }}
          errors={form.formState.submitCount > 0 ? wrong.map(({ message }) => message) : []}
          busy={busy}
          onSubmit={submit}
        >
          <DecisionFields kind={kind} form={form} />
          <Alert text={offline ? common.offlineOnly : undefined} />
        </FormBody>
      )}
    </>
  )
}
