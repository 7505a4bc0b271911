import { Link } from '@tanstack/react-router'
import { OfficePage, WithdrawCard } from '#app/features/office/face.ts'
import { useWords } from '#app/lib/language.ts'
import { useLiveRead } from '#app/lib/live-read.ts'
import { useLive } from '#app/lib/live.ts'
import { Card } from '#app/ui/Card.tsx'
import { Reading } from '#app/ui/Reading.tsx'
import { Row } from '#app/ui/Row.tsx'
import { toast } from '#app/ui/toast.ts'
import { type TransferWhole, transferdesk } from '#contract/transferdesk'
import { commonWords } from '#words/common'
import { officeWords } from '#words/office'
import { transferdeskWords } from '#words/transferdesk'
import { DecisionForm } from './DecisionForm.tsx'
import { TransferPill } from './TransferPill.tsx'

/** One change of major: who, from where to where, why, and the decision. */
export function EntryScreen({ id }: { id: string }) {
  const words = useWords(transferdeskWords)
  const office = useWords(officeWords)
  const common = useWords(commonWords)
  const live = useLiveRead({ name: 'transferdesk-entry', entry: transferdesk.find, input: { id } })
  const entry = live.data?.entry
  const back = (
    <Link to="/manage/$" params={{ _splat: 'transferdesk' }}>
      {words.back}
    </Link>
  )
  return (
    <OfficePage title={entry?.name ?? words.title} actions={back} narrow>
      {entry === undefined ? (
        <Reading
          kept={live}
          failed={words.gone}
          retryLabel={office.retry}
          loadingLabel={common.loading}
        />
      ) : (
        <>
          <Application entry={entry} />
          {/* It stays over a decision of somebody else's, to say that it came too late. */}
          <DecisionForm entry={entry} etag={live.etag} onEnd={live.retry} />
          {entry.mayTakeBack && <TakeBack id={entry.id} etag={live.etag} onEnd={live.retry} />}
        </>
      )}
    </OfficePage>
  )
}

function TakeBack({
  id,
  etag,
  onEnd,
}: {
  id: string
  etag: string | undefined
  onEnd: () => void
}) {
  const words = useWords(transferdeskWords)
  const live = useLive()
  const takeBack = async (reason: string) => {
    const outcome = await live.send(transferdesk.takeBack, { id, reason }, { ifMatch: etag })
    if (outcome?.type === 'ok') toast(words.takenBack)
    if (outcome !== undefined && outcome.type !== 'too-many') onEnd()
  }
  return (
    <WithdrawCard
      title={words.takeBack}
      text={words.takeBackText}
      live={live}
      onWithdraw={(reason) => void takeBack(reason)}
    />
  )
}

function Application({ entry }: { entry: TransferWhole }) {
  const words = useWords(transferdeskWords)
  const decided = [
    [words.newClass, entry.newClass],
    [words.reply, entry.reply],
    [words.by, entry.by],
    [words.decidedAt, entry.decidedAt],
  ] as const
  return (
    <>
      <Card flush title={words.student}>
        <Row label={words.status} trailing={<TransferPill status={entry.status} />} />
        <Row label={words.number} value={entry.number} />
        <Row label={words.grade} value={entry.grade} />
        <Row
          label={words.now}
          value={`${entry.oldDepartment} ${entry.oldMajor}`}
          description={entry.oldClass}
        />
        <Row label={words.wish} value={`${entry.newDepartment} ${entry.newMajor}`} />
        <Row label={words.appliedAt} value={entry.appliedAt} />
      </Card>
      <Card title={words.reason}>
        <p>{entry.reason}</p>
      </Card>
      {entry.decidedAt !== '' && (
        <Card flush title={words.decision}>
          {decided.map(
            ([label, value]) => value !== '' && <Row key={label} label={label} value={value} />,
          )}
        </Card>
      )}
    </>
  )
}
