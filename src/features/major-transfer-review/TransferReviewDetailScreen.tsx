import { OfficePage, WithdrawCard, OfficeLink } from '#app/features/office/public.ts'
import { useOnlineQuery } from '#app/lib/cache/online-query.ts'
import { useTexts } from '#app/lib/language/language.ts'
import { useOnlineCall } from '#app/lib/network/online-call.ts'
import { Card } from '#app/ui/Card.tsx'
import { QueryFallback } from '#app/ui/QueryFallback.tsx'
import { Row } from '#app/ui/Row.tsx'
import { showToast } from '#app/ui/toast.ts'
import { type TransferDetails, majorTransferReview } from '#contract/major-transfer-review'
import { majorTransferReviewTexts } from '#i18n/major-transfer-review'
import { TransferDecisionForm } from './TransferDecisionForm.tsx'
import { TransferPill } from './TransferPill.tsx'

/** One change of major: the student, both majors, the reason, and the decision. */
export function TransferReviewDetailScreen({ id }: { id: string }) {
  const texts = useTexts(majorTransferReviewTexts)
  const live = useOnlineQuery({
    name: 'transferdesk-entry',
    entry: majorTransferReview.find,
    input: { id },
  })
  const entry = live.data?.entry
  const back = <OfficeLink to="transferdesk">{texts.back}</OfficeLink>
  return (
    <OfficePage title={entry?.name ?? texts.title} actions={back} narrow>
      {entry === undefined ? (
        <QueryFallback kept={live} failed={texts.gone} />
      ) : (
        <>
          <Application entry={entry} />
          {/* The form stays mounted when a colleague has decided, because it then reports that this
              user's decision came too late. */}
          <TransferDecisionForm entry={entry} etag={live.etag} onEnd={live.retry} />
          {entry.mayTakeBack && (
            <RevertDecision id={entry.id} etag={live.etag} onEnd={live.retry} />
          )}
        </>
      )}
    </OfficePage>
  )
}

function RevertDecision({
  id,
  etag,
  onEnd,
}: {
  id: string
  etag: string | undefined
  onEnd: () => void
}) {
  const texts = useTexts(majorTransferReviewTexts)
  const live = useOnlineCall()
  const takeBack = async (reason: string) => {
    const outcome = await live.send(majorTransferReview.takeBack, { id, reason }, { ifMatch: etag })
    if (outcome?.type === 'ok') showToast(texts.takenBack)
    if (outcome !== undefined && outcome.type !== 'too-many') onEnd()
  }
  return (
    <WithdrawCard
      title={texts.takeBack}
      text={texts.takeBackText}
      live={live}
      onWithdraw={(reason) => void takeBack(reason)}
    />
  )
}

function Application({ entry }: { entry: TransferDetails }) {
  const texts = useTexts(majorTransferReviewTexts)
  const decided = [
    [texts.newClass, entry.newClass],
    [texts.reply, entry.reply],
    [texts.by, entry.by],
    [texts.decidedAt, entry.decidedAt],
  ] as const
  return (
    <>
      <Card flush title={texts.student}>
        <Row label={texts.status} trailing={<TransferPill status={entry.status} />} />
        <Row label={texts.number} value={entry.number} />
        <Row label={texts.grade} value={entry.grade} />
        <Row
          label={texts.now}
          value={`${entry.oldDepartment} ${entry.oldMajor}`}
          description={entry.oldClass}
        />
        <Row label={texts.wish} value={`${entry.newDepartment} ${entry.newMajor}`} />
        <Row label={texts.appliedAt} value={entry.appliedAt} />
      </Card>
      <Card title={texts.reason}>
        <p>{entry.reason}</p>
      </Card>
      {entry.decidedAt !== '' && (
        <Card flush title={texts.decision}>
          {decided.map(
            ([label, value]) => value !== '' && <Row key={label} label={label} value={value} />,
          )}
        </Card>
      )}
    </>
  )
}
