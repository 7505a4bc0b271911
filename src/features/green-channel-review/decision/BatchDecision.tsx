import { type SubmitEvent, useState } from 'react'
import { formatMoney } from '#app/lib/format/money.ts'
import { useContractForm } from '#app/lib/forms/contract-form.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useNetwork } from '#app/lib/network/network-status.ts'
import { Alert } from '#app/ui/Alert.tsx'
import { Button } from '#app/ui/Button.tsx'
import { Card } from '#app/ui/Card.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { FormBody } from '#app/ui/FormBody.tsx'
import { Row } from '#app/ui/Row.tsx'
import { TextButton } from '#app/ui/TextButton.tsx'
import { type GreenChannelApplication, APPLICATION_APPROVED } from '#contract/green-channel'
import { type ReviewDecision, reviewDecisionSchema } from '#contract/green-channel-review'
import { commonTexts } from '#i18n/common'
import { formTexts } from '#i18n/form'
import { greenChannelReviewTexts } from '#i18n/green-channel-review'
import type { ApplicationKind } from '../kinds.ts'
import { toDecisionTarget } from './decision-call.ts'
import { DecisionFields } from './DecisionFields.tsx'
import { useBatchDecision } from './useBatchDecision.ts'

const NAMES = ['status', 'reason'] as const
const keepNothing = () => Promise.resolve()

/**
 * One decision for several applications. Applications that could not be decided stay in the panel,
 * with the reason.
 */
export function BatchDecision({
  kind,
  rows,
  first,
  onDecided,
  onLeave,
}: {
  kind: ApplicationKind
  /** The applications that are still pending. */
  rows: readonly GreenChannelApplication[]
  first: GreenChannelApplication
  onDecided: (decided: GreenChannelApplication) => void
  onLeave: () => void
}) {
  const texts = useTexts(greenChannelReviewTexts)
  const say = useTexts(formTexts)
  const common = useTexts(commonTexts)
  const offline = useNetwork() === 'offline'
  const [asked, setAsked] = useState<ReviewDecision>()
  const { decide, busy, done, failed } = useBatchDecision({ kind, onDecided })
  const { form, wrong, focusFirst } = useContractForm<ReviewDecision, ReviewDecision>({
    rules: reviewDecisionSchema,
    names: NAMES,
    source: { values: { ...toDecisionTarget(kind, first), status: '', reason: '' } },
    restored: false,
    onDraft: keepNothing,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!offline) void form.handleSubmit(ask, focusFirst)(event)
  }
  // An approval grants money, so it is confirmed with the total amount.
  const ask = async (decision: ReviewDecision) => {
    if (decision.status === APPLICATION_APPROVED) setAsked(decision)
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
            value={formatMoney(one.amount)}
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
        <p>{texts.sureText(formatMoney(sum))}</p>
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
